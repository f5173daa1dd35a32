/* Updates that come late, twice or never, through the receiver; joining late; what is refused. */
#include "support_map/entities.h"
#include "support_map/structs.h"
#include "support/frames.h"

typedef struct {
    AntPredictor predictor;
    AntReceiver receiver;
    AntEntity entity;
} Ear;

static AntReceiverDesc receiver_desc(AntPredictor predictor) {
    AntReceiverDesc desc;
    MUST(ant_receiver_desc_init(&desc));
    desc.predictor = predictor;
    desc.tolerance = 60 * SECOND;
    return desc;
}

/* A receiver that knows network entity 7, predicted by plain dead reckoning in a frame. */
static Ear ear_in(uint32_t frame) {
    Ear ear;
    AntPredictorDesc desc;
    AntReceiverDesc receiver;
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = frame;
    MUST(ant_predictor_create(&desc, &ear.predictor));
    receiver = receiver_desc(ear.predictor);
    MUST(ant_receiver_create(&receiver, &ear.receiver));
    ear.entity = add_entity(ear.predictor, &profile);
    MUST(ant_receiver_add(ear.receiver, 7, ear.entity));
    return ear;
}

static void end(Ear ear) {
    ant_destroy(ear.receiver.id);
    ant_destroy(ear.predictor.id);
}

/* Update n of somebody who walks along x at 4 m/s, ten a second. */
static AntUpdate walk(uint32_t n) {
    AntUpdate update;
    MUST(ant_update_init(&update));
    update.entity = 7;
    update.sequence = n;
    update.time = n * 100 * MILLISECOND;
    set_vector(update.position, 0.4 * n, 0, 0);
    set_vector(update.velocity, 4, 0, 0);
    return update;
}

static uint32_t receive(Ear ear, const AntUpdate *update) {
    uint32_t verdict = 77;
    MUST(ant_receiver_receive(ear.receiver, update, update->time + 30 * MILLISECOND, &verdict));
    return verdict;
}

static uint32_t hear(Ear ear, uint32_t n) {
    AntUpdate update = walk(n);
    return receive(ear, &update);
}

static AntShown shown(Ear ear) {
    AntShown out;
    out.struct_size = sizeof out;
    MUST(ant_receiver_show(ear.receiver, 7, 0, &out));
    return out;
}

static uint64_t hash_of(AntPredictor predictor) {
    uint64_t hash = 0;
    MUST(ant_state_hash(predictor.id, &hash));
    return hash;
}

static void late_updates_get_their_place(void) {
    static const uint32_t order[] = {0, 3, 1, 1, 5, 2, 4, 3}, expected[] = {0, 0, 1, 3, 0, 1, 1, 3};
    Ear straight = ear_in(ANT_FRAME_CANONICAL), mixed = ear_in(ANT_FRAME_CANONICAL);
    AntReceiverStats stats;
    uint32_t i;
    for (i = 0; i < 6; i++) {
        ENSURE(hear(straight, i) == ANT_VERDICT_APPLIED);
    }
    for (i = 0; i < LENGTH_OF(order); i++) {
        ENSURE(hear(mixed, order[i]) == expected[i]);
    }
    ENSURE(hash_of(straight.predictor) == hash_of(mixed.predictor));
    stats.struct_size = sizeof stats;
    ENSURE_OK(ant_receiver_stats(mixed.receiver, 7, &stats));
    ENSURE(stats.received == 8 && stats.applied == 3 && stats.inserted == 3 && stats.duplicates == 2 && stats.lost == 0);
    ENSURE(hear(mixed, 9) == ANT_VERDICT_APPLIED);
    ENSURE_OK(ant_receiver_stats(mixed.receiver, ANT_ALL_ENTITIES, &stats));
    ENSURE(stats.lost == 3 && near_to(stats.loss, 0.3, 1e-12));
    end(straight);
    end(mixed);
}

static AntReceiverStats link_of(Ear ear) {
    AntReceiverStats stats;
    MUST(ant_receiver_stats_init(&stats));
    MUST(ant_receiver_stats(ear.receiver, ANT_ALL_ENTITIES, &stats));
    return stats;
}

static void entities_are_shown_now_and_a_little_in_the_past(void) {
    uint32_t f, i;
    for (f = 0; f < LENGTH_OF(ENGINE_FRAMES); f++) {
        uint32_t frame = ENGINE_FRAMES[f];
        Ear ear = ear_in(frame);
        AntShown past;
        int64_t now = 0, then = 0;
        double place[3];
        ENSURE(link_of(ear).prediction_time == INT64_MIN && link_of(ear).interpolation_time == INT64_MIN);
        for (i = 0; i <= 20; i++) {
            AntUpdate update = walk(i);
            to_host(frame, 0.4 * i, 0, 0, update.position);
            to_host(frame, 4, 0, 0, update.velocity);
            ENSURE(receive(ear, &update) == ANT_VERDICT_APPLIED);
            ENSURE_OK(ant_receiver_advance(ear.receiver, update.time + 30 * MILLISECOND));
        }
        ENSURE_OK(ant_receiver_advance(ear.receiver, 2030 * MILLISECOND + 50 * MILLISECOND));
        now = link_of(ear).prediction_time;
        then = link_of(ear).interpolation_time;
        ENSURE(now == 2050 * MILLISECOND && then < now - 80 * MILLISECOND && then > now - 200 * MILLISECOND);
        to_canonical(frame, shown(ear).position, place);
        ENSURE(near3(place, 8.2, 0, 0, 1e-9) && shown(ear).source == ANT_SHOWN_PREDICTED);
        ENSURE(near_to(shown(ear).age, 0.05, 1e-9) && shown(ear).time == now);
        past.struct_size = sizeof past;
        ENSURE_OK(ant_receiver_show(ear.receiver, 7, 1, &past));
        to_canonical(frame, past.position, place);
        ENSURE(past.source == ANT_SHOWN_INTERPOLATED && near_to(place[0], 4.0 * (double)then * 1e-9, 1e-9));
        end(ear);
    }
}

static void flags_hold_and_end_an_entity(void) {
    Ear ear = ear_in(ANT_FRAME_CANONICAL);
    AntUpdate update = walk(1);
    AntShown out;
    hear(ear, 0);
    update.flags = ANT_UPDATE_STOP;
    ENSURE(receive(ear, &update) == ANT_VERDICT_APPLIED);
    ENSURE_OK(ant_receiver_advance(ear.receiver, 5 * SECOND));
    ENSURE(near3(shown(ear).position, 0.4, 0, 0, 1e-12) && shown(ear).source == ANT_SHOWN_STOPPED);
    ENSURE(near3(shown(ear).velocity, 0, 0, 0, 0));
    update = walk(3);
    update.flags = ANT_UPDATE_LEAVE;
    ENSURE(receive(ear, &update) == ANT_VERDICT_APPLIED);
    out.struct_size = sizeof out;
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_receiver_show(ear.receiver, 7, 0, &out));
    ENSURE(hear(ear, 2) == ANT_VERDICT_STALE && hear(ear, 4) == ANT_VERDICT_APPLIED);
    ENSURE_OK(ant_receiver_show(ear.receiver, 7, 0, &out));
    update.entity = 8;
    ENSURE(receive(ear, &update) == ANT_VERDICT_UNKNOWN);
    end(ear);
}

static void who_joins_late_knows_the_same(void) {
    Ear ear = ear_in(ANT_FRAME_CANONICAL), joiner = ear_in(ANT_FRAME_CANONICAL);
    AntReceiverStats stats;
    uint64_t size = 0, state = 0;
    unsigned char *bytes;
    uint32_t i;
    MUST(ant_receiver_remove(joiner.receiver, 7));
    for (i = 0; i < 30; i++) {
        hear(ear, i % 5 == 3 ? i + 1 : i % 5 == 4 ? i - 1 : i);
    }
    ENSURE_OK(ant_receiver_join_snapshot(ear.receiver, NULL, 0, &size));
    bytes = (unsigned char *)malloc(size);
    ENSURE_OK(ant_receiver_join_snapshot(ear.receiver, bytes, size, NULL));
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_receiver_join(joiner.receiver, bytes, size - 1));
    ENSURE_OK(ant_receiver_join(joiner.receiver, bytes, size));
    free(bytes);
    MUST(ant_receiver_stats_init(&stats));
    ENSURE_OK(ant_receiver_stats(joiner.receiver, 7, &stats));
    ENSURE_OK(ant_predictor_set_life(joiner.predictor, stats.entity, 1));
    ENSURE_OK(ant_predictor_set_life(ear.predictor, ear.entity, 1));
    ENSURE(hash_of(ear.predictor) == hash_of(joiner.predictor));
    ENSURE(hear(ear, 32) == hear(joiner, 32) && hear(ear, 31) == hear(joiner, 31));
    ENSURE(hash_of(ear.predictor) == hash_of(joiner.predictor));
    ENSURE_OK(ant_snapshot(ear.receiver.id, NULL, 0, &size));
    bytes = (unsigned char *)malloc(size);
    ENSURE_OK(ant_snapshot(ear.receiver.id, bytes, size, NULL));
    ENSURE_OK(ant_restore(joiner.receiver.id, bytes, size));
    free(bytes);
    ENSURE_OK(ant_state_hash(ear.receiver.id, &state));
    ENSURE_OK(ant_state_hash(joiner.receiver.id, &size));
    ENSURE(state == size);
    end(ear);
    end(joiner);
}

static void batches_say_what_each_update_became(void) {
    Ear ear = ear_in(ANT_FRAME_CANONICAL);
    AntUpdate updates[4];
    uint8_t verdicts[4] = {9, 9, 9, 9};
    int32_t statuses[4] = {9, 9, 9, 9};
    uint32_t numbers[2] = {7, 8}, sources[2] = {9, 9}, listed[4] = {0}, count = 0;
    double positions[6] = {5, 5, 5, 5, 5, 5};
    AntShowBatch batch;
    updates[0] = walk(0);
    updates[1] = walk(0);
    updates[2] = walk(1);
    updates[3] = walk(2);
    updates[2].position[1] = NAN;
    REFUSED(NOT_FINITE, "position", ant_receiver_receive_batch,
            (ear.receiver, 4, updates, 0, stream(verdicts, 4, 0, ANT_U8), NULL));
    ENSURE(verdicts[0] == 9 && hash_of(ear.predictor) != 0);
    ENSURE_STATUS(ANT_PARTIAL,
                  ant_receiver_receive_batch(ear.receiver, 4, updates, 230 * MILLISECOND, stream(verdicts, 4, 0, ANT_U8),
                                             stream(statuses, sizeof statuses, 0, ANT_I32)));
    ENSURE(verdicts[0] == ANT_VERDICT_APPLIED && verdicts[1] == ANT_VERDICT_DUPLICATE && verdicts[2] == 9);
    ENSURE(statuses[2] == ANT_ERROR_NOT_FINITE && verdicts[3] == ANT_VERDICT_APPLIED && statuses[3] == ANT_OK);
    ENSURE_OK(ant_receiver_advance(ear.receiver, 230 * MILLISECOND));
    ENSURE_OK(ant_receiver_entities(ear.receiver, 0, 4, stream(listed, sizeof listed, 0, ANT_U32), &count));
    ENSURE(count == 1 && listed[0] == 7);
    MUST(ant_show_batch_init(&batch));
    batch.count = 2;
    batch.numbers = *stream(numbers, sizeof numbers, 0, ANT_U32);
    batch.positions = *stream(positions, sizeof positions, 0, ANT_F64X3);
    batch.sources = *stream(sources, sizeof sources, 0, ANT_U32);
    REFUSED(NOT_FOUND, "8", ant_receiver_show_batch, (ear.receiver, &batch));
    ENSURE(positions[0] == 5);
    batch.status = *stream(statuses, 8, 0, ANT_I32);
    ENSURE_STATUS(ANT_PARTIAL, ant_receiver_show_batch(ear.receiver, &batch));
    ENSURE(statuses[0] == ANT_OK && statuses[1] == ANT_ERROR_NOT_FOUND && sources[0] == ANT_SHOWN_PREDICTED);
    ENSURE(near3(positions, shown(ear).position[0], 0, 0, 0) && positions[3] == 5 && sources[1] == 9);
    batch.interpolate = 2;
    REFUSED(INVALID_ARGUMENT, "interpolate", ant_receiver_show_batch, (ear.receiver, &batch));
    REFUSED(NULL_POINTER, "batch", ant_receiver_show_batch, (ear.receiver, NULL));
    batch.interpolate = 1;
    batch.numbers.data = NULL;
    REFUSED(NULL_POINTER, "numbers", ant_receiver_show_batch, (ear.receiver, &batch));
    end(ear);
}

static void bad_receivers_are_refused_by_name(void) {
    AntPredictor predictor = lone_predictor();
    AntReceiver receiver = {0};
    AntReceiverDesc good = receiver_desc(predictor), desc = good;
#define BAD(field, value)                                                          \
    desc = good;                                                                   \
    desc.field = value;                                                            \
    REFUSED(INVALID_ARGUMENT, #field, ant_receiver_create, (&desc, &receiver))
    BAD(max_entities, 0);
    BAD(depth, 0);
    BAD(depth, 65);
    BAD(synchronised, 2);
    BAD(max_early, 65537);
    BAD(curve, 2);
    BAD(tolerance, -1);
    BAD(longest_wait, INT64_MAX);
    BAD(horizon, 0);
    BAD(fade, -1);
#undef BAD
#define BAD(field, value, name)                                                    \
    desc = good;                                                                   \
    desc.field = value;                                                            \
    REFUSED(INVALID_ARGUMENT, name, ant_receiver_create, (&desc, &receiver))
    BAD(clock_window, 0, "window");
    BAD(clock_max_drift, NAN, "max_drift");
    BAD(buffer_gaps, NAN, "gaps");
    BAD(buffer_quantile, 1.5, "quantile");
    BAD(buffer_slew, 0, "slew");
    BAD(buffer_least, -1, "least");
    BAD(buffer_most, -1, "most");
    BAD(buffer_longest_gap, 0, "longest_gap");
#undef BAD
    desc = good;
    desc.predictor.id = 0;
    REFUSED(INVALID_HANDLE, "predictor", ant_receiver_create, (&desc, &receiver));
    REFUSED(NULL_POINTER, "desc", ant_receiver_create, (NULL, &receiver));
    REFUSED(NULL_POINTER, "out_receiver", ant_receiver_create, (&good, NULL));
    ENSURE(receiver.id == 0);
    ant_destroy(predictor.id);
}

static void bad_arguments_are_refused_by_name(void) {
    Ear ear = ear_in(ANT_FRAME_CANONICAL), other = ear_in(ANT_FRAME_CANONICAL);
    AntUpdate update = walk(0);
    AntEntity entity = {0};
    AntShown out;
    AntReceiverStats stats;
    double shift[3] = {0, NAN, 0};
    uint32_t word = 77;
    uint64_t size = 77;
    unsigned char bytes[8] = {0};
    out.struct_size = sizeof out;
    stats.struct_size = sizeof stats;
    REFUSED(NOT_FOUND, "entity", ant_receiver_add, (ear.receiver, 8, entity));
    REFUSED(NOT_FOUND, "entity", ant_receiver_add, (ear.receiver, 8, other.entity));
    REFUSED(STATE, "7", ant_receiver_add, (ear.receiver, 7, ear.entity));
    REFUSED(NOT_FOUND, "8", ant_receiver_remove, (ear.receiver, 8));
    REFUSED(NULL_POINTER, "out_count", ant_receiver_entities, (ear.receiver, 0, 0, NULL, NULL));
    REFUSED(NULL_POINTER, "update", ant_receiver_receive, (ear.receiver, NULL, 0, &word));
    REFUSED(INVALID_ARGUMENT, "arrival", ant_receiver_receive, (ear.receiver, &update, INT64_MAX, &word));
    update.time = INT64_MIN;
    REFUSED(INVALID_ARGUMENT, "time", ant_receiver_receive, (ear.receiver, &update, 0, &word));
    update = walk(0);
    update.sequence = 65536;
    REFUSED(OUT_OF_RANGE, "sequence", ant_receiver_receive, (ear.receiver, &update, 0, &word));
    update = walk(0);
    update.velocity[0] = INFINITY;
    REFUSED(NOT_FINITE, "velocity", ant_receiver_receive, (ear.receiver, &update, 0, &word));
    update = walk(0);
    update.flags = 1u << 31;
    REFUSED(INVALID_ARGUMENT, "flags", ant_receiver_receive, (ear.receiver, &update, 0, &word));
    REFUSED(NULL_POINTER, "updates", ant_receiver_receive_batch, (ear.receiver, 1, NULL, 0, NULL, NULL));
    REFUSED(INVALID_ARGUMENT, "round trip", ant_receiver_answer_arrived, (ear.receiver, 9, 0, 0, 0));
    REFUSED(NOT_FOUND, "arrived", ant_receiver_show, (ear.receiver, 7, 0, &out));
    REFUSED(NOT_FOUND, "arrived", ant_receiver_show, (ear.receiver, 7, 1, &out));
    REFUSED(NULL_POINTER, "out_shown", ant_receiver_show, (ear.receiver, 7, 0, NULL));
    REFUSED(NULL_POINTER, "out_shown", ant_receiver_show, (ear.receiver, 7, 1, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_receiver_stats, (ear.receiver, ANT_ALL_ENTITIES, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_receiver_stats, (ear.receiver, 7, NULL));
    REFUSED(NOT_FOUND, "8", ant_receiver_stats, (ear.receiver, 8, &stats));
    REFUSED(NULL_POINTER, "shift", ant_rebase, (ear.receiver.id, NULL));
    REFUSED(NOT_FINITE, "shift", ant_rebase, (ear.receiver.id, shift));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (ear.receiver.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (ear.receiver.id, NULL));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (ear.receiver.id, bytes, 8, &size));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (ear.receiver.id, NULL, 8, &size));
    REFUSED(NULL_POINTER, "buf", ant_receiver_join_snapshot, (ear.receiver, NULL, 8, &size));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (ear.receiver.id, NULL, 8));
    REFUSED(CORRUPT, "snapshot", ant_restore, (ear.receiver.id, bytes, 8));
    REFUSED(NULL_POINTER, "bytes", ant_receiver_join, (ear.receiver, NULL, 8));
    REFUSED(CORRUPT, "snapshot", ant_receiver_join, (ear.receiver, bytes, 8));
    ENSURE(word == 77 && size == 77 && entity.id == 0);
    /* An entity that the host removed behind the receiver's back. */
    MUST(ant_predictor_remove_entity(ear.predictor, ear.entity));
    update = walk(0);
    REFUSED(NOT_FOUND, "removed", ant_receiver_receive, (ear.receiver, &update, 0, &word));
    end(ear);
    end(other);
}

static void dead_handles_are_refused(void) {
    Ear ear = ear_in(ANT_FRAME_CANONICAL);
    AntReceiver dead = ear.receiver;
    AntUpdate update = walk(0);
    AntShowBatch batch;
    AntShown out;
    AntReceiverStats stats;
    double shift[3] = {0, 0, 0};
    uint32_t word;
    uint64_t size;
    MUST(ant_show_batch_init(&batch));
    out.struct_size = sizeof out;
    stats.struct_size = sizeof stats;
    ENSURE_OK(ant_is_valid(dead.id));
    ENSURE_OK(ant_receiver_forget_clock(dead));
    ENSURE_OK(ant_rebase(dead.id, shift));
    ENSURE_OK(ant_bytes(dead.id, &size));
    ENSURE(size > 1000);
    end(ear);
#define DEAD(function, arguments) REFUSED(INVALID_HANDLE, "receiver", function, arguments)
    DEAD(ant_receiver_add, (dead, 7, ear.entity));
    DEAD(ant_receiver_remove, (dead, 7));
    DEAD(ant_receiver_entities, (dead, 0, 0, NULL, &word));
    DEAD(ant_receiver_receive, (dead, &update, 0, NULL));
    DEAD(ant_receiver_receive_batch, (dead, 1, &update, 0, NULL, NULL));
    DEAD(ant_receiver_advance, (dead, 0));
    DEAD(ant_receiver_answer_arrived, (dead, 0, 0, 0, 0));
    DEAD(ant_receiver_forget_clock, (dead));
    DEAD(ant_receiver_show, (dead, 7, 0, &out));
    DEAD(ant_receiver_show, (dead, 7, 1, &out));
    DEAD(ant_receiver_show_batch, (dead, &batch));
    DEAD(ant_receiver_stats, (dead, 7, &stats));
    DEAD(ant_receiver_stats, (dead, ANT_ALL_ENTITIES, &stats));
    DEAD(ant_receiver_join_snapshot, (dead, NULL, 0, &size));
    DEAD(ant_receiver_join, (dead, &update, sizeof update));
}

static Ear struct_ear;
static AntStatus desc_in(void *memory) {
    AntReceiver made;
    AntStatus status = ant_receiver_create((const AntReceiverDesc *)memory, &made);
    return status < 0 ? status : ant_destroy(made.id);
}
static AntStatus batch_in(void *memory) { return ant_receiver_show_batch(struct_ear.receiver, (const AntShowBatch *)memory); }
static AntStatus shown_out(void *memory) { return ant_receiver_show(struct_ear.receiver, 7, 0, (AntShown *)memory); }
static AntStatus stats_out(void *memory) { return ant_receiver_stats(struct_ear.receiver, ANT_ALL_ENTITIES, (AntReceiverStats *)memory); }

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntReceiverDesc desc;
    AntShowBatch batch;
    struct_ear = ear_in(ANT_FRAME_CANONICAL);
    desc = receiver_desc(struct_ear.predictor);
    MUST(ant_show_batch_init(&batch));
    hear(struct_ear, 0);
    MUST(ant_receiver_advance(struct_ear.receiver, 0));
    CHECK(grows_in(&desc, sizeof desc, desc_in));
    CHECK(grows_in(&batch, sizeof batch, batch_in));
    CHECK(grows_out(sizeof(AntShown), shown_out));
    CHECK(grows_out(sizeof(AntReceiverStats), stats_out));
    end(struct_ear);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(late_updates_get_their_place);
    RUN_TEST(entities_are_shown_now_and_a_little_in_the_past);
    RUN_TEST(flags_hold_and_end_an_entity);
    RUN_TEST(who_joins_late_knows_the_same);
    RUN_TEST(batches_say_what_each_update_became);
    RUN_TEST(bad_receivers_are_refused_by_name);
    RUN_TEST(bad_arguments_are_refused_by_name);
    RUN_TEST(dead_handles_are_refused);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
