/* Every function on a map, called with good arguments: for the tests that ask the same of all of them. */
#ifndef ANTRECKON_TEST_MAP_CALLS_H
#define ANTRECKON_TEST_MAP_CALLS_H

#include "support_map/outputs.h"

/* The map these calls are good for: 8 x 8 squares, source 1, avatars 1 and 2, some pheromone and empty trails. */
static AntCell calls_cell;
static AntInteractions calls_interactions;

static const uint64_t calls_ids[1] = {1}, calls_new_ids[1] = {77}, calls_others[1] = {2};
static const double calls_places[1][3] = {{2.5, 0, 2.5}};
static const float calls_amounts[1] = {2};
static const uint8_t calls_ones[1] = {1};

static inline AntPheromoneMap map_for_calls(AntWorld world) {
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntInteractionRules rules;
    AntTrailDesc trails;
    add_source(map, 1, 1.5, 1.5, 36, 0);
    MUST(ant_map_add_avatar(map, 1, -36, NULL));
    MUST(ant_map_add_avatar(map, 2, -36, NULL));
    MUST(ant_map_move_avatar(map, 1, at(4.5, 4.5)));
    MUST(ant_map_deposit(map, 0, at(6.5, 6.5), 9));
    MUST(ant_trail_desc_init(&trails));
    MUST(ant_map_enable_trails(map, &trails));
    MUST(ant_interaction_rules_init(&rules));
    MUST(ant_interactions_create(&rules, &calls_interactions));
    calls_cell = cell_at(world, 3.5, 3.5);
    return map;
}

#define POS STREAM(calls_places, ANT_F64X3)
#define IDS STREAM(calls_ids, ANT_U64)
#define AMOUNTS STREAM(calls_amounts, ANT_F32)
#define ONES STREAM(calls_ones, ANT_U8)
#define STATUS STREAM(outputs.status, ANT_I8)
#define VALUES STREAM(outputs.scalars, ANT_F64)
#define CELLS stream(&calls_cell, 8, 0, ANT_U64)
#define MAP_CALL(function, arguments) \
    static AntStatus call_##function(AntPheromoneMap map) { return function arguments; }

static inline const AntLayerDesc *calls_layer(void) {
    static AntLayerDesc desc;
    desc = layer_desc(0.5f, 0.5f);
    return &desc;
}
static inline const AntSourceDesc *calls_source(void) {
    static AntSourceDesc desc;
    desc = source_at(3.5, 3.5, 4);
    return &desc;
}
static inline const AntReader *calls_reader(void) {
    static AntReader reader;
    reader = reader_of(calls_amounts, 1);
    return &reader;
}
static inline const AntForceQuery *calls_query(void) {
    static AntForceQuery query;
    MUST(ant_force_query_init(&query));
    query.position[0] = query.position[2] = 4;
    return &query;
}
static inline const AntTrailDesc *calls_trails(void) {
    static AntTrailDesc desc;
    MUST(ant_trail_desc_init(&desc));
    return &desc;
}

MAP_CALL(ant_is_valid, (map.id))
MAP_CALL(ant_map_stats, (map, &outputs.stats))
MAP_CALL(ant_bytes, (map.id, &outputs.words[0]))
MAP_CALL(ant_state_hash, (map.id, &outputs.words[0]))
MAP_CALL(ant_snapshot, (map.id, NULL, 0, &outputs.words[0]))
MAP_CALL(ant_map_avatar_layer, (map, 1, &outputs.numbers[0]))
MAP_CALL(sample_batch, (map, calls_reader(), 0, 1, NULL, POS, VALUES, STATUS))
MAP_CALL(ant_map_sample, (map, calls_reader(), at(2, 2), &outputs.floats[0], outputs.vectors[0]))
MAP_CALL(ant_map_force, (map, calls_reader(), calls_query(), &outputs.force))
MAP_CALL(ant_map_path, (map, calls_reader(), at(1, 1), at(1, 2), 1, 4, STREAM(outputs.vectors, ANT_F64X3),
                        &outputs.numbers[0], &outputs.scalars[0]))
MAP_CALL(ant_map_field, (map, 0, 0, 4, STREAM(outputs.words, ANT_U64), STREAM(outputs.vectors, ANT_F64X3), VALUES, &outputs.numbers[0], NULL))
MAP_CALL(ant_map_trails_save, (map, NULL, 0, &outputs.words[0]))
MAP_CALL(ant_map_trail_read, (map, at(2.5, 2.5), at(1, 0), 1, outputs.readings))

MAP_CALL(ant_map_set_layer, (map, 0, calls_layer()))
MAP_CALL(ant_restore, (map.id, outputs.bytes, sizeof outputs.bytes))
MAP_CALL(ant_map_add_source, (map, 77, calls_source()))
MAP_CALL(source_batch, (map, 1, STREAM(calls_new_ids, ANT_U64), POS, AMOUNTS, NULL, NULL, NULL, STATUS))
MAP_CALL(ant_map_move_source, (map, 1, at(2.5, 2.5)))
MAP_CALL(ant_map_set_source_emission, (map, 1, 7))
MAP_CALL(ant_map_set_source_active, (map, 1, 0))
MAP_CALL(ant_map_remove_source, (map, 1))
MAP_CALL(ant_map_deposit, (map, 0, at(2.5, 2.5), 3))
MAP_CALL(ant_map_deposit_batch, (map, 0, 1, POS, AMOUNTS, STATUS))
MAP_CALL(ant_map_note, (map, ANT_NOTE_KILL, at(2.5, 2.5)))
MAP_CALL(ant_map_set_area_of_interest, (map, at(1.5, 1.5), 2))
MAP_CALL(ant_map_add_avatar, (map, 3, -1, &outputs.numbers[0]))
MAP_CALL(ant_map_move_avatar, (map, 1, at(2.5, 2.5)))
MAP_CALL(ant_map_move_avatar_batch, (map, 1, IDS, POS, STATUS))
MAP_CALL(ant_map_remove_avatar, (map, 1))
MAP_CALL(ant_map_set_pair_weight, (map, 1, 2, 3))
MAP_CALL(ant_map_enable_trails, (map, calls_trails()))
MAP_CALL(ant_map_trails_load, (map, outputs.bytes, sizeof outputs.bytes))
MAP_CALL(ant_map_trails_merge, (map, 1, STREAM(outputs.bytes, ANT_U8)))
MAP_CALL(ant_map_step_to, (map, SECOND, &outputs.report))
MAP_CALL(ant_map_step_begin, (map, SECOND, &outputs.numbers[0]))
MAP_CALL(ant_interactions_apply, (calls_interactions, map, SECOND))
MAP_CALL(ant_map_step_task, (map, 0))
MAP_CALL(ant_map_step_end, (map, &outputs.report))

typedef struct MapCall {
    const char *name;
    AntStatus (*call)(AntPheromoneMap map);
} MapCall;
#define NAMED(function) {#function, call_##function}

static const MapCall const_map_calls[] = {
    NAMED(ant_is_valid),       NAMED(ant_map_stats),      NAMED(ant_bytes),        NAMED(ant_state_hash),     NAMED(ant_snapshot),   NAMED(ant_map_avatar_layer), NAMED(sample_batch), NAMED(ant_map_sample),          NAMED(ant_map_force),      NAMED(ant_map_path),         NAMED(ant_map_field),
    NAMED(ant_map_trails_save), NAMED(ant_map_trail_read),
};
static const MapCall mutating_map_calls[] = {
    NAMED(ant_map_set_layer),            NAMED(ant_restore),              NAMED(ant_map_add_source),
    NAMED(source_batch),          NAMED(ant_map_move_source),          NAMED(ant_map_set_source_emission),  NAMED(ant_map_set_source_active),
    NAMED(ant_map_remove_source),        NAMED(ant_map_deposit),              NAMED(ant_map_deposit_batch),        NAMED(ant_map_note),
    NAMED(ant_map_set_area_of_interest), NAMED(ant_map_add_avatar),
    NAMED(ant_map_move_avatar),          NAMED(ant_map_move_avatar_batch),         NAMED(ant_map_remove_avatar),
    NAMED(ant_map_set_pair_weight),      NAMED(ant_map_step_to),
    NAMED(ant_map_step_begin),           NAMED(ant_interactions_apply),
    NAMED(ant_map_enable_trails),        NAMED(ant_map_trails_load),          NAMED(ant_map_trails_merge),
    };
static const MapCall phase_map_calls[] = {NAMED(ant_map_step_task), NAMED(ant_map_step_end)};

/* Runs `check(call)` for every function of a table. */
static inline int for_each_call(const MapCall *calls, uint32_t count, int (*check)(const MapCall *call)) {
    uint32_t i;
    int ok = 1;
    for (i = 0; i < count; i++) {
        outputs = fresh_outputs();
        if (!check(&calls[i])) {
            printf("    at %s\n", calls[i].name);
            ok = 0;
        }
    }
    return ok;
}
#define FOR_EACH_CALL(calls, check) for_each_call(calls, LENGTH_OF(calls), check)

#endif
