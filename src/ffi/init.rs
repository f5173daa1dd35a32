//! Filling structs before they go in or come out.

use super::arg::{export, unknown_value};
use super::dis::AntDisState;
use super::ghosts::{AntGhostsDesc, AntState};
use super::ghosts_frame::AntGhostFrame;
use super::ghosts_players::{AntBaseMotion, AntGhost, AntPeerStats, AntPlayerStats};
use super::interactions::AntInteractionRules;
use super::interest::AntInterestDesc;
use super::learned::AntWeightsInfo;
use super::level_input::{AntDoorDesc, AntGridDesc, AntLinkDesc, AntMeshDesc};
use super::map::{AntLayerDesc, AntMapDesc, AntMapStats};
use super::map_query::{AntForce, AntForceQuery, AntReader, AntSampleBatch};
use super::map_source::{AntSourceBatch, AntSourceDesc};
use super::map_step::AntStepReport;
use super::map_trail::AntTrailDesc;
use super::net_clock::{AntClockDesc, AntClockInfo};
use super::net_codec::{AntCodecDesc, AntCodecInfo, AntUpdate};
use super::net_simulator::{AntDelivery, AntNetworkStats, AntSimulatorDesc};
use super::neuro::AntBankInfo;
use super::observe::{AntObservation, AntObserveBatch};
use super::outbox::{AntObserver, AntOutboxDesc};
use super::plausibility::AntPassage;
use super::plausibility_rules::{
    AntDigestReport, AntEvidence, AntJudgement, AntLimits, AntPlausibilityDesc, AntStanding,
};
use super::predict::{AntExplanation, AntPredictBatch, AntPrediction};
use super::predictor::AntPredictorDesc;
use super::profile::AntProfile;
use super::receiver::AntReceiverDesc;
use super::receiver_show::{AntReceiverStats, AntShowBatch, AntShown};
use super::recorder::{AntRecordEntity, AntRecorderDesc, AntRecorderStats};
use super::recorder_write::AntRecordSamples;
use super::sender::{AntSenderDesc, AntSenderRules};
use super::sender_collect::{AntCollected, AntConnectionStats};
use super::sender_connection::AntConnectionDesc;
use super::smooth::{AntSmootherDesc, AntSmootherInfo};
use super::smooth_correct::AntSmoothCorrection;
use super::smooth_draw::{AntDrawBatch, AntDrawn};
use super::status::*;
use super::strategy::{AntStrategyDesc, AntStrategyInfo, AntStrategyLedger, AntStrategyUpdate};
use super::tastes::AntTastesDesc;
use super::timewarp::AntTimewarpDesc;
use super::timewarp_plan::AntTimewarpPlan;
use super::timewarp_report::{AntTimewarpChange, AntTimewarpStats};
use super::timewarp_run::{AntTimewarpEvent, AntTimewarpReport};
use super::world::{AntWorldDesc, AntWorldStats};
use super::world_cells::AntCellInfo;
use super::world_query::{AntLocation, AntPathInfo, AntQueryFilter, AntWalkHit};
use super::world_sight::AntVisibilityDesc;
use core::ffi::c_void;

/// Names a struct of this header for ant_init.
pub type AntStruct = u32;

/// AntWorldDesc.
pub const ANT_STRUCT_WORLD_DESC: AntStruct = 1;
/// AntWorldStats.
pub const ANT_STRUCT_WORLD_STATS: AntStruct = 2;
/// AntGridDesc.
pub const ANT_STRUCT_GRID_DESC: AntStruct = 3;
/// AntMeshDesc.
pub const ANT_STRUCT_MESH_DESC: AntStruct = 4;
/// AntLinkDesc.
pub const ANT_STRUCT_LINK_DESC: AntStruct = 5;
/// AntDoorDesc.
pub const ANT_STRUCT_DOOR_DESC: AntStruct = 6;
/// AntQueryFilter.
pub const ANT_STRUCT_QUERY_FILTER: AntStruct = 7;
/// AntLocation.
pub const ANT_STRUCT_LOCATION: AntStruct = 8;
/// AntWalkHit.
pub const ANT_STRUCT_WALK_HIT: AntStruct = 9;
/// AntPathInfo.
pub const ANT_STRUCT_PATH_INFO: AntStruct = 10;
/// AntCellInfo.
pub const ANT_STRUCT_CELL_INFO: AntStruct = 11;
/// AntLayerDesc.
pub const ANT_STRUCT_LAYER_DESC: AntStruct = 12;
/// AntMapDesc.
pub const ANT_STRUCT_MAP_DESC: AntStruct = 13;
/// AntMapStats.
pub const ANT_STRUCT_MAP_STATS: AntStruct = 14;
/// AntSourceDesc.
pub const ANT_STRUCT_SOURCE_DESC: AntStruct = 15;
/// AntStepReport.
pub const ANT_STRUCT_STEP_REPORT: AntStruct = 16;
/// AntReader.
pub const ANT_STRUCT_READER: AntStruct = 17;
/// AntForceQuery.
pub const ANT_STRUCT_FORCE_QUERY: AntStruct = 18;
/// AntForce.
pub const ANT_STRUCT_FORCE: AntStruct = 19;
/// AntTrailDesc.
pub const ANT_STRUCT_TRAIL_DESC: AntStruct = 20;
/// AntSampleBatch.
pub const ANT_STRUCT_SAMPLE_BATCH: AntStruct = 21;
/// AntInteractionRules.
pub const ANT_STRUCT_INTERACTION_RULES: AntStruct = 22;
/// AntProfile.
pub const ANT_STRUCT_PROFILE: AntStruct = 23;
/// AntPredictorDesc.
pub const ANT_STRUCT_PREDICTOR_DESC: AntStruct = 24;
/// AntObservation.
pub const ANT_STRUCT_OBSERVATION: AntStruct = 25;
/// AntObserveBatch.
pub const ANT_STRUCT_OBSERVE_BATCH: AntStruct = 26;
/// AntPrediction.
pub const ANT_STRUCT_PREDICTION: AntStruct = 27;
/// AntPredictBatch.
pub const ANT_STRUCT_PREDICT_BATCH: AntStruct = 28;
/// AntExplanation.
pub const ANT_STRUCT_EXPLANATION: AntStruct = 29;
/// AntWeightsInfo.
pub const ANT_STRUCT_WEIGHTS_INFO: AntStruct = 30;
/// AntDisState.
pub const ANT_STRUCT_DIS_STATE: AntStruct = 31;
/// AntInterestDesc.
pub const ANT_STRUCT_INTEREST_DESC: AntStruct = 32;
/// AntBankInfo.
pub const ANT_STRUCT_BANK_INFO: AntStruct = 33;
/// AntStrategyDesc.
pub const ANT_STRUCT_STRATEGY_DESC: AntStruct = 34;
/// AntStrategyInfo.
pub const ANT_STRUCT_STRATEGY_INFO: AntStruct = 35;
/// AntStrategyLedger.
pub const ANT_STRUCT_STRATEGY_LEDGER: AntStruct = 36;
/// AntStrategyUpdate.
pub const ANT_STRUCT_STRATEGY_UPDATE: AntStruct = 37;
/// AntUpdate.
pub const ANT_STRUCT_UPDATE: AntStruct = 38;
/// AntCodecDesc.
pub const ANT_STRUCT_CODEC_DESC: AntStruct = 39;
/// AntCodecInfo.
pub const ANT_STRUCT_CODEC_INFO: AntStruct = 40;
/// AntSimulatorDesc.
pub const ANT_STRUCT_SIMULATOR_DESC: AntStruct = 41;
/// AntDelivery.
pub const ANT_STRUCT_DELIVERY: AntStruct = 42;
/// AntNetworkStats.
pub const ANT_STRUCT_NETWORK_STATS: AntStruct = 43;
/// AntClockDesc.
pub const ANT_STRUCT_CLOCK_DESC: AntStruct = 44;
/// AntClockInfo.
pub const ANT_STRUCT_CLOCK_INFO: AntStruct = 45;
/// AntTimewarpDesc.
pub const ANT_STRUCT_TIMEWARP_DESC: AntStruct = 46;
/// AntTimewarpEvent.
pub const ANT_STRUCT_TIMEWARP_EVENT: AntStruct = 47;
/// AntTimewarpReport.
pub const ANT_STRUCT_TIMEWARP_REPORT: AntStruct = 48;
/// AntTimewarpPlan.
pub const ANT_STRUCT_TIMEWARP_PLAN: AntStruct = 49;
/// AntTimewarpChange.
pub const ANT_STRUCT_TIMEWARP_CHANGE: AntStruct = 50;
/// AntTimewarpStats.
pub const ANT_STRUCT_TIMEWARP_STATS: AntStruct = 51;
/// AntSenderDesc.
pub const ANT_STRUCT_SENDER_DESC: AntStruct = 52;
/// AntSenderRules.
pub const ANT_STRUCT_SENDER_RULES: AntStruct = 53;
/// AntConnectionDesc.
pub const ANT_STRUCT_CONNECTION_DESC: AntStruct = 54;
/// AntCollected.
pub const ANT_STRUCT_COLLECTED: AntStruct = 55;
/// AntConnectionStats.
pub const ANT_STRUCT_CONNECTION_STATS: AntStruct = 56;
/// AntReceiverDesc.
pub const ANT_STRUCT_RECEIVER_DESC: AntStruct = 57;
/// AntShown.
pub const ANT_STRUCT_SHOWN: AntStruct = 58;
/// AntShowBatch.
pub const ANT_STRUCT_SHOW_BATCH: AntStruct = 59;
/// AntReceiverStats.
pub const ANT_STRUCT_RECEIVER_STATS: AntStruct = 60;
/// AntPlausibilityDesc.
pub const ANT_STRUCT_PLAUSIBILITY_DESC: AntStruct = 61;
/// AntLimits.
pub const ANT_STRUCT_LIMITS: AntStruct = 62;
/// AntJudgement.
pub const ANT_STRUCT_JUDGEMENT: AntStruct = 63;
/// AntStanding.
pub const ANT_STRUCT_STANDING: AntStruct = 64;
/// AntEvidence.
pub const ANT_STRUCT_EVIDENCE: AntStruct = 65;
/// AntDigestReport.
pub const ANT_STRUCT_DIGEST_REPORT: AntStruct = 66;
/// AntPassage.
pub const ANT_STRUCT_PASSAGE: AntStruct = 67;
/// AntSmootherDesc.
pub const ANT_STRUCT_SMOOTHER_DESC: AntStruct = 68;
/// AntSmoothCorrection.
pub const ANT_STRUCT_SMOOTH_CORRECTION: AntStruct = 69;
/// AntDrawn.
pub const ANT_STRUCT_DRAWN: AntStruct = 70;
/// AntDrawBatch.
pub const ANT_STRUCT_DRAW_BATCH: AntStruct = 71;
/// AntRecorderDesc.
pub const ANT_STRUCT_RECORDER_DESC: AntStruct = 72;
/// AntRecordEntity.
pub const ANT_STRUCT_RECORD_ENTITY: AntStruct = 73;
/// AntRecorderStats.
pub const ANT_STRUCT_RECORDER_STATS: AntStruct = 74;
/// AntRecordSamples.
pub const ANT_STRUCT_RECORD_SAMPLES: AntStruct = 75;
/// AntGhostsDesc.
pub const ANT_STRUCT_GHOSTS_DESC: AntStruct = 76;
/// AntState.
pub const ANT_STRUCT_STATE: AntStruct = 77;
/// AntGhostFrame.
pub const ANT_STRUCT_GHOST_FRAME: AntStruct = 78;
/// AntGhost.
pub const ANT_STRUCT_GHOST: AntStruct = 79;
/// AntBaseMotion.
pub const ANT_STRUCT_BASE_MOTION: AntStruct = 80;
/// AntPeerStats.
pub const ANT_STRUCT_PEER_STATS: AntStruct = 81;
/// AntPlayerStats.
pub const ANT_STRUCT_PLAYER_STATS: AntStruct = 82;
/// AntOutboxDesc.
pub const ANT_STRUCT_OUTBOX_DESC: AntStruct = 83;
/// AntObserver.
pub const ANT_STRUCT_OBSERVER: AntStruct = 84;

/// AntSourceBatch.
pub const ANT_STRUCT_SOURCE_BATCH: AntStruct = 85;
/// AntSmootherInfo.
pub const ANT_STRUCT_SMOOTHER_INFO: AntStruct = 86;
/// AntTastesDesc.
pub const ANT_STRUCT_TASTES_DESC: AntStruct = 90;
/// AntVisibilityDesc.
pub const ANT_STRUCT_VISIBILITY_DESC: AntStruct = 91;

/// Fills a struct with its defaults, or with zeros when it only comes out, and sets its struct_size. Do not call it: the macro of each struct, such as
/// `ant_world_desc_init(&desc)`, passes what fits. ANT_ERROR_BAD_STRUCT when the library does not know so large a struct: it is older than the header.
/// Any thread.
/// out: [struct_size bytes]
/// struct_size: sizeof the struct
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ant_init(kind: AntStruct, out: *mut c_void, struct_size: u32) -> AntStatus {
    export!("ant_init", |c| {
        let place = out.cast::<u8>();
        match kind {
            ANT_STRUCT_WORLD_DESC => c.init::<AntWorldDesc>(place, struct_size),
            ANT_STRUCT_WORLD_STATS => c.init_output::<AntWorldStats>(place, struct_size),
            ANT_STRUCT_GRID_DESC => c.init::<AntGridDesc>(place, struct_size),
            ANT_STRUCT_MESH_DESC => c.init::<AntMeshDesc>(place, struct_size),
            ANT_STRUCT_LINK_DESC => c.init::<AntLinkDesc>(place, struct_size),
            ANT_STRUCT_DOOR_DESC => c.init::<AntDoorDesc>(place, struct_size),
            ANT_STRUCT_QUERY_FILTER => c.init::<AntQueryFilter>(place, struct_size),
            ANT_STRUCT_LOCATION => c.init_output::<AntLocation>(place, struct_size),
            ANT_STRUCT_WALK_HIT => c.init_output::<AntWalkHit>(place, struct_size),
            ANT_STRUCT_PATH_INFO => c.init_output::<AntPathInfo>(place, struct_size),
            ANT_STRUCT_CELL_INFO => c.init_output::<AntCellInfo>(place, struct_size),
            ANT_STRUCT_LAYER_DESC => c.init::<AntLayerDesc>(place, struct_size),
            ANT_STRUCT_MAP_DESC => c.init::<AntMapDesc>(place, struct_size),
            ANT_STRUCT_MAP_STATS => c.init_output::<AntMapStats>(place, struct_size),
            ANT_STRUCT_SOURCE_DESC => c.init::<AntSourceDesc>(place, struct_size),
            ANT_STRUCT_STEP_REPORT => c.init_output::<AntStepReport>(place, struct_size),
            ANT_STRUCT_READER => c.init::<AntReader>(place, struct_size),
            ANT_STRUCT_FORCE_QUERY => c.init::<AntForceQuery>(place, struct_size),
            ANT_STRUCT_FORCE => c.init_output::<AntForce>(place, struct_size),
            ANT_STRUCT_TRAIL_DESC => c.init::<AntTrailDesc>(place, struct_size),
            ANT_STRUCT_SAMPLE_BATCH => c.init::<AntSampleBatch>(place, struct_size),
            ANT_STRUCT_INTERACTION_RULES => c.init::<AntInteractionRules>(place, struct_size),
            ANT_STRUCT_PROFILE => c.init::<AntProfile>(place, struct_size),
            ANT_STRUCT_PREDICTOR_DESC => c.init::<AntPredictorDesc>(place, struct_size),
            ANT_STRUCT_OBSERVATION => c.init::<AntObservation>(place, struct_size),
            ANT_STRUCT_OBSERVE_BATCH => c.init::<AntObserveBatch>(place, struct_size),
            ANT_STRUCT_PREDICTION => c.init_output::<AntPrediction>(place, struct_size),
            ANT_STRUCT_PREDICT_BATCH => c.init::<AntPredictBatch>(place, struct_size),
            ANT_STRUCT_EXPLANATION => c.init_output::<AntExplanation>(place, struct_size),
            ANT_STRUCT_WEIGHTS_INFO => c.init_output::<AntWeightsInfo>(place, struct_size),
            ANT_STRUCT_DIS_STATE => c.init::<AntDisState>(place, struct_size),
            ANT_STRUCT_INTEREST_DESC => c.init::<AntInterestDesc>(place, struct_size),
            ANT_STRUCT_BANK_INFO => c.init_output::<AntBankInfo>(place, struct_size),
            ANT_STRUCT_STRATEGY_DESC => c.init::<AntStrategyDesc>(place, struct_size),
            ANT_STRUCT_STRATEGY_INFO => c.init_output::<AntStrategyInfo>(place, struct_size),
            ANT_STRUCT_STRATEGY_LEDGER => c.init::<AntStrategyLedger>(place, struct_size),
            ANT_STRUCT_STRATEGY_UPDATE => c.init_output::<AntStrategyUpdate>(place, struct_size),
            ANT_STRUCT_UPDATE => c.init::<AntUpdate>(place, struct_size),
            ANT_STRUCT_CODEC_DESC => c.init::<AntCodecDesc>(place, struct_size),
            ANT_STRUCT_CODEC_INFO => c.init_output::<AntCodecInfo>(place, struct_size),
            ANT_STRUCT_SIMULATOR_DESC => c.init::<AntSimulatorDesc>(place, struct_size),
            ANT_STRUCT_DELIVERY => c.init_output::<AntDelivery>(place, struct_size),
            ANT_STRUCT_NETWORK_STATS => c.init_output::<AntNetworkStats>(place, struct_size),
            ANT_STRUCT_CLOCK_DESC => c.init::<AntClockDesc>(place, struct_size),
            ANT_STRUCT_CLOCK_INFO => c.init_output::<AntClockInfo>(place, struct_size),
            ANT_STRUCT_TIMEWARP_DESC => c.init::<AntTimewarpDesc>(place, struct_size),
            ANT_STRUCT_TIMEWARP_EVENT => c.init_output::<AntTimewarpEvent>(place, struct_size),
            ANT_STRUCT_TIMEWARP_REPORT => c.init_output::<AntTimewarpReport>(place, struct_size),
            ANT_STRUCT_TIMEWARP_PLAN => c.init_output::<AntTimewarpPlan>(place, struct_size),
            ANT_STRUCT_TIMEWARP_CHANGE => c.init_output::<AntTimewarpChange>(place, struct_size),
            ANT_STRUCT_TIMEWARP_STATS => c.init_output::<AntTimewarpStats>(place, struct_size),
            ANT_STRUCT_SENDER_DESC => c.init::<AntSenderDesc>(place, struct_size),
            ANT_STRUCT_SENDER_RULES => c.init::<AntSenderRules>(place, struct_size),
            ANT_STRUCT_CONNECTION_DESC => c.init::<AntConnectionDesc>(place, struct_size),
            ANT_STRUCT_COLLECTED => c.init_output::<AntCollected>(place, struct_size),
            ANT_STRUCT_CONNECTION_STATS => c.init_output::<AntConnectionStats>(place, struct_size),
            ANT_STRUCT_RECEIVER_DESC => c.init::<AntReceiverDesc>(place, struct_size),
            ANT_STRUCT_SHOWN => c.init_output::<AntShown>(place, struct_size),
            ANT_STRUCT_SHOW_BATCH => c.init::<AntShowBatch>(place, struct_size),
            ANT_STRUCT_RECEIVER_STATS => c.init_output::<AntReceiverStats>(place, struct_size),
            ANT_STRUCT_PLAUSIBILITY_DESC => c.init::<AntPlausibilityDesc>(place, struct_size),
            ANT_STRUCT_LIMITS => c.init::<AntLimits>(place, struct_size),
            ANT_STRUCT_JUDGEMENT => c.init_output::<AntJudgement>(place, struct_size),
            ANT_STRUCT_STANDING => c.init_output::<AntStanding>(place, struct_size),
            ANT_STRUCT_EVIDENCE => c.init_output::<AntEvidence>(place, struct_size),
            ANT_STRUCT_DIGEST_REPORT => c.init_output::<AntDigestReport>(place, struct_size),
            ANT_STRUCT_PASSAGE => c.init::<AntPassage>(place, struct_size),
            ANT_STRUCT_SMOOTHER_DESC => c.init::<AntSmootherDesc>(place, struct_size),
            ANT_STRUCT_SMOOTH_CORRECTION => c.init::<AntSmoothCorrection>(place, struct_size),
            ANT_STRUCT_DRAWN => c.init_output::<AntDrawn>(place, struct_size),
            ANT_STRUCT_DRAW_BATCH => c.init::<AntDrawBatch>(place, struct_size),
            ANT_STRUCT_RECORDER_DESC => c.init::<AntRecorderDesc>(place, struct_size),
            ANT_STRUCT_RECORD_ENTITY => c.init::<AntRecordEntity>(place, struct_size),
            ANT_STRUCT_RECORDER_STATS => c.init_output::<AntRecorderStats>(place, struct_size),
            ANT_STRUCT_RECORD_SAMPLES => c.init::<AntRecordSamples>(place, struct_size),
            ANT_STRUCT_GHOSTS_DESC => c.init::<AntGhostsDesc>(place, struct_size),
            ANT_STRUCT_STATE => c.init::<AntState>(place, struct_size),
            ANT_STRUCT_GHOST_FRAME => c.init::<AntGhostFrame>(place, struct_size),
            ANT_STRUCT_GHOST => c.init_output::<AntGhost>(place, struct_size),
            ANT_STRUCT_BASE_MOTION => c.init::<AntBaseMotion>(place, struct_size),
            ANT_STRUCT_PEER_STATS => c.init_output::<AntPeerStats>(place, struct_size),
            ANT_STRUCT_PLAYER_STATS => c.init_output::<AntPlayerStats>(place, struct_size),
            ANT_STRUCT_OUTBOX_DESC => c.init::<AntOutboxDesc>(place, struct_size),
            ANT_STRUCT_OBSERVER => c.init::<AntObserver>(place, struct_size),
            ANT_STRUCT_SOURCE_BATCH => c.init::<AntSourceBatch>(place, struct_size),
            ANT_STRUCT_SMOOTHER_INFO => c.init_output::<AntSmootherInfo>(place, struct_size),
            ANT_STRUCT_TASTES_DESC => c.init::<AntTastesDesc>(place, struct_size),
            ANT_STRUCT_VISIBILITY_DESC => c.init::<AntVisibilityDesc>(place, struct_size),
            other => Err(unknown_value(other, "kind", "ANT_STRUCT_…")),
        }
    })
}
