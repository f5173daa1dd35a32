/* Shorter forms of calls with a struct or with much that tests leave out. Each returns what the call of the header returned. */
#ifndef ANTRECKON_TEST_SHORT_H
#define ANTRECKON_TEST_SHORT_H

#include "antreckon.h"

#include <string.h>

/* The function of the header behind a shorter form: it is what messages name. */
static inline const char *real_name(const char *name) {
    static const char *const names[][2] = {
        {"find_cell", "ant_world_locate"},      {"path_distance", "ant_world_path_distance_batch"},
        {"map_time", "ant_map_stats"},        {"map_total", "ant_map_field"},
        {"sample_batch", "ant_map_sample_batch"}, {"source_batch", "ant_map_set_source_batch"},
        {"entity_count", "ant_predictor_entities"}, {"map_value", "ant_map_sample_batch"},
    };
    unsigned i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return name;
}

static inline AntStream short_stream(const void *data, uint64_t byte_len, AntFormat format) {
    AntStream stream;
    memset(&stream, 0, sizeof stream);
    stream.data = (void *)data;
    stream.byte_len = byte_len;
    stream.format = format;
    return stream;
}

static inline AntStream stream_or_none(const AntStream *stream) {
    return stream != NULL ? *stream : short_stream(NULL, 0, 0);
}

static inline AntStatus find_cell(AntWorld world, const double *point, AntCell *out_cell) {
    AntLocation location;
    AntStatus status = ant_location_init(&location);
    status = ant_world_locate(world, point, 0, out_cell != NULL ? &location : NULL);
    if (status == ANT_OK) {
        *out_cell = location.cell;
    }
    return status;
}

static inline AntStatus path_distance(AntWorld world, const double *from, const double *to, const AntQueryFilter *filter,
                                      double *out_distance) {
    AntStream starts = short_stream(from, from != NULL ? 24 : 0, ANT_F64X3);
    AntStream ends = short_stream(to, to != NULL ? 24 : 0, ANT_F64X3);
    AntStream out = short_stream(out_distance, out_distance != NULL ? 8 : 0, ANT_F64);
    return ant_world_path_distance_batch(world, 1, &starts, &ends, filter, &out, NULL);
}

static inline AntStatus map_time(AntPheromoneMap map, int64_t *out_time) {
    AntMapStats stats;
    AntStatus status = ant_map_stats_init(&stats);
    status = ant_map_stats(map, &stats);
    if (status == ANT_OK) {
        *out_time = stats.time;
    }
    return status;
}

static inline AntStatus map_total(AntPheromoneMap map, uint32_t layer, double *out_total) {
    uint32_t count;
    return ant_map_field(map, layer, 0, 0, NULL, NULL, NULL, &count, out_total);
}

static inline AntStatus sample_batch(AntPheromoneMap map, const AntReader *reader, uint32_t layer, uint32_t count,
                                     const AntStream *cells, const AntStream *positions, const AntStream *values,
                                     const AntStream *status) {
    AntSampleBatch batch;
    AntStatus made = ant_sample_batch_init(&batch);
    if (made != ANT_OK) {
        return made;
    }
    batch.count = count;
    batch.reader = reader;
    batch.layer = layer;
    batch.cells = stream_or_none(cells);
    batch.positions = stream_or_none(positions);
    batch.values = stream_or_none(values);
    batch.status = stream_or_none(status);
    return ant_map_sample_batch(map, &batch);
}

static inline AntStatus map_value(AntPheromoneMap map, uint32_t layer, AntCell cell, float *out_value) {
    AntStream cells = short_stream(&cell, sizeof cell, ANT_U64);
    AntStream values = short_stream(out_value, sizeof *out_value, ANT_F32);
    return sample_batch(map, NULL, layer, 1, &cells, NULL, &values, NULL);
}

static inline AntStatus source_batch(AntPheromoneMap map, uint32_t count, const AntStream *ids, const AntStream *positions,
                                     const AntStream *emissions, const AntStream *active, const AntStream *layers,
                                     const AntStream *flags, const AntStream *status) {
    AntSourceBatch batch;
    AntStatus made = ant_source_batch_init(&batch);
    if (made != ANT_OK) {
        return made;
    }
    batch.count = count;
    batch.ids = stream_or_none(ids);
    batch.positions = stream_or_none(positions);
    batch.emissions = stream_or_none(emissions);
    batch.active = stream_or_none(active);
    batch.layers = stream_or_none(layers);
    batch.flags = stream_or_none(flags);
    batch.status = stream_or_none(status);
    return ant_map_set_source_batch(map, &batch);
}

static inline AntStatus entity_count(AntPredictor predictor, uint32_t *out_count) {
    return ant_predictor_entities(predictor, 0, 0, NULL, out_count);
}

#endif
