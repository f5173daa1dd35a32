#pragma once

#include "CoreMinimal.h"

class IPlugin
{
public:
	virtual ~IPlugin();
	virtual const FString& GetBaseDir() const = 0;
};

class IPluginManager
{
public:
	static IPluginManager& Get();
	virtual ~IPluginManager();
	virtual TSharedPtr<IPlugin> FindPlugin(const FString& Name) = 0;
};
