// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Somebody who is simulated elsewhere, drawn here.
#pragma once

#include "CoreMinimal.h"
#include "Components/ActorComponent.h"
#include "Engine/EngineTypes.h"
#include "Templates/PimplPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "AntReport.h"
#include "AntSettings.h"
#include "AntGhostComponent.generated.h"

class UAntGhostComponent;
class UPrimitiveComponent;
class USceneComponent;
struct FAntGhostState;
struct FAntMotion;

/** Where a ghost hears of its actor. */
UENUM(BlueprintType)
enum class EAntGhostSource : uint8
{
	/** From the engine's movement replication; from an Ant Sender where the actor has one. */
	Automatic,
	/** Only through Observe. */
	Manual,
};

/** What of the actor is moved. */
UENUM(BlueprintType)
enum class EAntGhostMoves : uint8
{
	/**
	 * What is seen of the actor, away from what collides: the Visual Root where there is one, else the mesh of a character. The capsule, and
	 * with it collision, stays where the server last said it is. Without either the whole actor.
	 */
	Visual,
	/** The whole actor: for actors without a capsule, or whose movement is not replicated by the engine. */
	Actor,
	/** Nothing: read Get Drawn Location and do it yourself. */
	Nothing,
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FAntGhostEvent, UAntGhostComponent*, Ghost);

/**
 * Add it to a character. It works where the character is a simulated proxy, and does nothing elsewhere.
 *
 * It takes over from CharacterMovement's own smoothing: NetworkSmoothingMode is set to Disabled while the ghost works and set back when
 * it ends, so that two smoothers do not fight over the mesh. The capsule then moves as updates arrive, and the mesh is drawn where the
 * character is predicted to be, relative to the mesh's base offset (so crouching, which changes it, is respected). Falling and flying
 * characters are not stopped at ledges. While root motion plays, or the character is attached to something, it is shown as the engine
 * moves it; a mesh that simulates physics is let alone. On a moving base (lift, vehicle) the character is predicted in the base's frame
 * and carried by the base as it is here.
 */
UCLASS(ClassGroup = (Antreckon), meta = (BlueprintSpawnableComponent))
class ANTRECKONRUNTIME_API UAntGhostComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UAntGhostComponent();

	/** Where it hears of its actor. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	EAntGhostSource Source = EAntGhostSource::Automatic;

	/** What of the actor is moved to where it is drawn. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	EAntGhostMoves Moves = EAntGhostMoves::Visual;

	/** Name of the component that is moved, for actors that are no characters (Mover pawns, vehicles), or whose mesh has a parent to be moved with. Not the actor's root. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (EditCondition = "Moves == EAntGhostMoves::Visual"))
	FName VisualRoot;

	/** 1: drawn where it is now, predicted. 0: where it was, interpolated between updates, as the engine would. Anything in between. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0", ClampMax = "1"))
	float Freshness = 1.0f;

	/** Where the engine does not replicate its movement: write the drawn velocity and an acceleration into its movement component, so that Animation Blueprints walk. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bDriveAnimation = true;

	/** On the server: have CharacterMovement replicate when each movement was true (4 bytes an update). Without it updates are dated by their arrival. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bReplicateTimeStamp = true;

	/** Use the two values below in place of those of the project. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bOverrideModel = false;

	/** How it is predicted. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (EditCondition = "bOverrideModel"))
	EAntModel Model = EAntModel::Auto;

	/** How fast it runs; 0: it is learned from what is seen. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (EditCondition = "bOverrideModel", ClampMin = "0", Units = "cm/s"))
	float RunSpeed = 0.0f;

	/** First seen, or seen again. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntGhostEvent OnAppeared;

	/** No longer drawn by Antreckon: it has left, was deactivated, is possessed here, or its actor is destroyed. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntGhostEvent OnVanished;

	/** Jumped: a teleport, or a correction too far to be walked. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntGhostEvent OnJumped;

	/** News: its feet were there just now. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void Observe(const FVector& FeetLocation, const FVector& Velocity, const FRotator& Rotation, bool bTeleported);

	/**
	 * A packet of an Ant Sender has arrived, with what its OnPacketReady said: the base that the actor rides on there, null = none, and the
	 * number of the player. Carry them in order where actors ride.
	 */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void Receive(const TArray<uint8>& Bytes, UPrimitiveComponent* Base, int32 SentPlayer);

	/** Where its feet are drawn. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	FVector GetDrawnLocation() const;

	/** How fast it is drawn to move: for animation. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	FVector GetDrawnVelocity() const;

	/** Radius that holds its true place nine times out of ten; 0 when the model does not say. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	float GetRadius() const;

	/** What became of its updates, and how wrong they found what was drawn. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	FAntGhostReport GetReport() const;

	/** From 1 (now) to 0 (the interpolated past), without a jump. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void SetFreshness(float NewFreshness);

	/** Moves this component in place of what Visual Root says, from now on; null = as the settings say. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void SetVisualRoot(USceneComponent* Component);

	/** It is a simulated proxy, it is active, and the subsystem draws. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	bool IsWorking() const { return Player != 0; }

	/** Tells the library where the base is on which it rides; called by the subsystem before each frame. */
	void TellBase(int64 Now);

	/** Takes over what the frame has computed; called by the subsystem. */
	void Show(float DeltaTime);

	/** The subsystem ends. */
	void Forget();

	/** Its number in the library: of its sender where it has one, else one of this machine; 0 = none. */
	uint32 GetPlayer() const { return Player; }

	/** What is known of it; null while it does not work. */
	const FAntGhostState* GetState() const { return State.Get(); }

	virtual void Deactivate() override;
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	bool ShouldWork() const;
	void Join();
	void Leave(bool bTell);
	/** Tells the library what holds for its player. */
	void Describe();
	void TakeOver();
	void GiveBack();
	void ReadReplicatedMovement();
	/** Its sender's packets are listened to, and the engine's own movement is not any more. */
	bool HasSender() const;
	void ForgetPlayer();
	/** ServerTime: seconds, when it was true; 0 = not known. */
	void See(const FAntMotion& Motion, double ServerTime, bool bTeleported);
	/** What is moved in place of the actor, if anything is. */
	USceneComponent* FindVisual() const;
	void Place(const FVector& Feet, const FQuat& Rotation);
	void Animate(float DeltaTime);

	TWeakObjectPtr<USceneComponent> ChosenVisual;
	TPimplPtr<FAntGhostState> State;
	uint32 Player = 0;
	ENetworkSmoothingMode SmoothingBefore = ENetworkSmoothingMode::Exponential;
	bool bTookOver = false;
};
