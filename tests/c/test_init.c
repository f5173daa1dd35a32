/* Filling structs: every struct by its macro, and what ant_init refuses. */
#include "support_map/scene.h"

/* Sizes that are wrong, then the macro: it fills the struct and nothing beyond it. */
#define FILLED(Type, kind, init)                                                        \
    do {                                                                                \
        union {                                                                         \
            Type value;                                                                 \
            unsigned char bytes[sizeof(Type) + 16];                                     \
        } memory;                                                                       \
        const uint32_t size = (uint32_t)sizeof(Type);                                   \
        memset(&memory, 0xa5, sizeof memory);                                           \
        REFUSED(NULL_POINTER, "`out`", ant_init, (kind, NULL, size));                   \
        REFUSED(BAD_STRUCT, "struct_size", ant_init, (kind, &memory, 0));               \
        REFUSED(BAD_STRUCT, "struct_size", ant_init, (kind, &memory, 4));               \
        REFUSED(BAD_STRUCT, "as new as the header", ant_init, (kind, &memory, size + 8)); \
        REFUSED(BAD_STRUCT, #init, ant_init, (kind, &memory, UINT32_MAX));              \
        CHECK(memory.bytes[0] == 0xa5 && memory.bytes[sizeof(Type) - 1] == 0xa5);       \
        CHECK(init(&memory.value) == ANT_OK && memory.value.struct_size == sizeof(Type)); \
        CHECK(memory.bytes[sizeof(Type)] == 0xa5);                                      \
    } while (0)

static void every_struct_is_filled_by_its_macro(void) {
    FILLED(AntWorldDesc, ANT_STRUCT_WORLD_DESC, ant_world_desc_init);
    FILLED(AntWorldStats, ANT_STRUCT_WORLD_STATS, ant_world_stats_init);
    FILLED(AntGridDesc, ANT_STRUCT_GRID_DESC, ant_grid_desc_init);
    FILLED(AntMeshDesc, ANT_STRUCT_MESH_DESC, ant_mesh_desc_init);
    FILLED(AntLinkDesc, ANT_STRUCT_LINK_DESC, ant_link_desc_init);
    FILLED(AntDoorDesc, ANT_STRUCT_DOOR_DESC, ant_door_desc_init);
    FILLED(AntQueryFilter, ANT_STRUCT_QUERY_FILTER, ant_query_filter_init);
    FILLED(AntLocation, ANT_STRUCT_LOCATION, ant_location_init);
    FILLED(AntWalkHit, ANT_STRUCT_WALK_HIT, ant_walk_hit_init);
    FILLED(AntPathInfo, ANT_STRUCT_PATH_INFO, ant_path_info_init);
    FILLED(AntCellInfo, ANT_STRUCT_CELL_INFO, ant_cell_info_init);
    FILLED(AntLayerDesc, ANT_STRUCT_LAYER_DESC, ant_layer_desc_init);
    FILLED(AntMapDesc, ANT_STRUCT_MAP_DESC, ant_map_desc_init);
    FILLED(AntMapStats, ANT_STRUCT_MAP_STATS, ant_map_stats_init);
    FILLED(AntSourceDesc, ANT_STRUCT_SOURCE_DESC, ant_source_desc_init);
    FILLED(AntStepReport, ANT_STRUCT_STEP_REPORT, ant_step_report_init);
    FILLED(AntReader, ANT_STRUCT_READER, ant_reader_init);
    FILLED(AntForceQuery, ANT_STRUCT_FORCE_QUERY, ant_force_query_init);
    FILLED(AntForce, ANT_STRUCT_FORCE, ant_force_init);
    FILLED(AntSampleBatch, ANT_STRUCT_SAMPLE_BATCH, ant_sample_batch_init);
    FILLED(AntSourceBatch, ANT_STRUCT_SOURCE_BATCH, ant_source_batch_init);
    FILLED(AntSmootherInfo, ANT_STRUCT_SMOOTHER_INFO, ant_smoother_info_init);
    FILLED(AntTrailDesc, ANT_STRUCT_TRAIL_DESC, ant_trail_desc_init);
    FILLED(AntInteractionRules, ANT_STRUCT_INTERACTION_RULES, ant_interaction_rules_init);
    FILLED(AntProfile, ANT_STRUCT_PROFILE, ant_profile_init);
    FILLED(AntPredictorDesc, ANT_STRUCT_PREDICTOR_DESC, ant_predictor_desc_init);
    FILLED(AntObservation, ANT_STRUCT_OBSERVATION, ant_observation_init);
    FILLED(AntObserveBatch, ANT_STRUCT_OBSERVE_BATCH, ant_observe_batch_init);
    FILLED(AntPrediction, ANT_STRUCT_PREDICTION, ant_prediction_init);
    FILLED(AntPredictBatch, ANT_STRUCT_PREDICT_BATCH, ant_predict_batch_init);
    FILLED(AntExplanation, ANT_STRUCT_EXPLANATION, ant_explanation_init);
    FILLED(AntWeightsInfo, ANT_STRUCT_WEIGHTS_INFO, ant_weights_info_init);
    FILLED(AntDisState, ANT_STRUCT_DIS_STATE, ant_dis_state_init);
    FILLED(AntInterestDesc, ANT_STRUCT_INTEREST_DESC, ant_interest_desc_init);
    FILLED(AntBankInfo, ANT_STRUCT_BANK_INFO, ant_bank_info_init);
    FILLED(AntStrategyDesc, ANT_STRUCT_STRATEGY_DESC, ant_strategy_desc_init);
    FILLED(AntStrategyInfo, ANT_STRUCT_STRATEGY_INFO, ant_strategy_info_init);
    FILLED(AntStrategyLedger, ANT_STRUCT_STRATEGY_LEDGER, ant_strategy_ledger_init);
    FILLED(AntStrategyUpdate, ANT_STRUCT_STRATEGY_UPDATE, ant_strategy_update_init);
    FILLED(AntUpdate, ANT_STRUCT_UPDATE, ant_update_init);
    FILLED(AntCodecDesc, ANT_STRUCT_CODEC_DESC, ant_codec_desc_init);
    FILLED(AntCodecInfo, ANT_STRUCT_CODEC_INFO, ant_codec_info_init);
    FILLED(AntSimulatorDesc, ANT_STRUCT_SIMULATOR_DESC, ant_simulator_desc_init);
    FILLED(AntDelivery, ANT_STRUCT_DELIVERY, ant_delivery_init);
    FILLED(AntNetworkStats, ANT_STRUCT_NETWORK_STATS, ant_network_stats_init);
    FILLED(AntClockDesc, ANT_STRUCT_CLOCK_DESC, ant_clock_desc_init);
    FILLED(AntClockInfo, ANT_STRUCT_CLOCK_INFO, ant_clock_info_init);
    FILLED(AntTimewarpDesc, ANT_STRUCT_TIMEWARP_DESC, ant_timewarp_desc_init);
    FILLED(AntTimewarpEvent, ANT_STRUCT_TIMEWARP_EVENT, ant_timewarp_event_init);
    FILLED(AntTimewarpReport, ANT_STRUCT_TIMEWARP_REPORT, ant_timewarp_report_init);
    FILLED(AntTimewarpPlan, ANT_STRUCT_TIMEWARP_PLAN, ant_timewarp_plan_init);
    FILLED(AntTimewarpChange, ANT_STRUCT_TIMEWARP_CHANGE, ant_timewarp_change_init);
    FILLED(AntTimewarpStats, ANT_STRUCT_TIMEWARP_STATS, ant_timewarp_stats_init);
    FILLED(AntSenderDesc, ANT_STRUCT_SENDER_DESC, ant_sender_desc_init);
    FILLED(AntSenderRules, ANT_STRUCT_SENDER_RULES, ant_sender_rules_init);
    FILLED(AntConnectionDesc, ANT_STRUCT_CONNECTION_DESC, ant_connection_desc_init);
    FILLED(AntCollected, ANT_STRUCT_COLLECTED, ant_collected_init);
    FILLED(AntConnectionStats, ANT_STRUCT_CONNECTION_STATS, ant_connection_stats_init);
    FILLED(AntReceiverDesc, ANT_STRUCT_RECEIVER_DESC, ant_receiver_desc_init);
    FILLED(AntShown, ANT_STRUCT_SHOWN, ant_shown_init);
    FILLED(AntShowBatch, ANT_STRUCT_SHOW_BATCH, ant_show_batch_init);
    FILLED(AntReceiverStats, ANT_STRUCT_RECEIVER_STATS, ant_receiver_stats_init);
    FILLED(AntPlausibilityDesc, ANT_STRUCT_PLAUSIBILITY_DESC, ant_plausibility_desc_init);
    FILLED(AntLimits, ANT_STRUCT_LIMITS, ant_limits_init);
    FILLED(AntJudgement, ANT_STRUCT_JUDGEMENT, ant_judgement_init);
    FILLED(AntStanding, ANT_STRUCT_STANDING, ant_standing_init);
    FILLED(AntEvidence, ANT_STRUCT_EVIDENCE, ant_evidence_init);
    FILLED(AntDigestReport, ANT_STRUCT_DIGEST_REPORT, ant_digest_report_init);
    FILLED(AntPassage, ANT_STRUCT_PASSAGE, ant_passage_init);
    FILLED(AntSmootherDesc, ANT_STRUCT_SMOOTHER_DESC, ant_smoother_desc_init);
    FILLED(AntSmoothCorrection, ANT_STRUCT_SMOOTH_CORRECTION, ant_smooth_correction_init);
    FILLED(AntDrawn, ANT_STRUCT_DRAWN, ant_drawn_init);
    FILLED(AntDrawBatch, ANT_STRUCT_DRAW_BATCH, ant_draw_batch_init);
    FILLED(AntRecorderDesc, ANT_STRUCT_RECORDER_DESC, ant_recorder_desc_init);
    FILLED(AntRecordEntity, ANT_STRUCT_RECORD_ENTITY, ant_record_entity_init);
    FILLED(AntRecorderStats, ANT_STRUCT_RECORDER_STATS, ant_recorder_stats_init);
    FILLED(AntRecordSamples, ANT_STRUCT_RECORD_SAMPLES, ant_record_samples_init);
    FILLED(AntTastesDesc, ANT_STRUCT_TASTES_DESC, ant_tastes_desc_init);
    FILLED(AntVisibilityDesc, ANT_STRUCT_VISIBILITY_DESC, ant_visibility_desc_init);
}

static void unknown_structs_are_refused(void) {
    unsigned char memory[64];
    REFUSED(INVALID_ARGUMENT, "`kind` is 0", ant_init, (0, memory, sizeof memory));
    REFUSED(INVALID_ARGUMENT, "ANT_STRUCT_", ant_init, (1000000, memory, sizeof memory));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_struct_is_filled_by_its_macro);
    RUN_TEST(unknown_structs_are_refused);
    return ensure_end();
}
