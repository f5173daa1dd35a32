/* Updates as bytes: what is promised, what is refused, and packets. */
#include "support_map/structs.h"
#include "support/frames.h"

static AntCodec codec_with(const AntCodecDesc *desc) {
    AntCodec codec;
    MUST(ant_codec_create(desc, &codec));
    return codec;
}

static AntCodecDesc codec_desc(void) {
    AntCodecDesc desc;
    MUST(ant_codec_desc_init(&desc));
    return desc;
}

static AntCodec default_codec(void) {
    AntCodecDesc desc = codec_desc();
    return codec_with(&desc);
}

/* A runner in mid-stride. */
static AntUpdate runner(uint32_t entity, uint32_t sequence) {
    AntUpdate update;
    MUST(ant_update_init(&update));
    update.entity = entity;
    update.sequence = sequence;
    update.time = 300 * SECOND + sequence * 333 * MILLISECOND;
    set_vector(update.position, 37.424 + sequence, 1.5, -12.031);
    set_vector(update.velocity, 4.32, 0, -2.17);
    update.flags = ANT_UPDATE_HAS_ORIENTATION;
    update.orientation[1] = 0.6;
    update.orientation[3] = 0.8;
    return update;
}

static AntUpdate blank(void) {
    AntUpdate update;
    memset(&update, 0xa5, sizeof update);
    update.struct_size = sizeof update;
    return update;
}

static int is_blank(const AntUpdate *update) {
    AntUpdate fresh = blank();
    return memcmp(update, &fresh, sizeof fresh) == 0;
}

static void an_update_comes_out_as_it_was_quantised(void) {
    AntCodec codec = default_codec();
    AntUpdate first = runner(9, 4), second = runner(9, 5), quantised = blank(), seen = blank();
    AntCodecInfo info;
    unsigned char bytes[256];
    uint64_t length = 0, alone = 0;
    info.struct_size = sizeof info;
    ENSURE_OK(ant_codec_info(codec, &info));
    ENSURE(info.max_bytes <= 80 && near_to(info.position_error, 0.00866, 1e-4) && info.time_error == 500001);
    ENSURE(near_to(info.velocity_error, 0.00866, 1e-4) && near_to(info.orientation_error, 0.0024, 1e-4));
    second.flags |= ANT_UPDATE_HAS_ACCELERATION | ANT_UPDATE_HAS_ANGULAR_VELOCITY | ANT_UPDATE_STOP;
    set_vector(second.acceleration, 1.02, -9.81, 0);
    set_vector(second.angular_velocity, 0, 3.004, 0);
    ENSURE_OK(ant_codec_quantise(codec, &second, &quantised));
    ENSURE(near3(quantised.position, 42.424, 1.5, -12.031, info.position_error));
    ENSURE(near3(quantised.acceleration, 1.02, -9.81, 0, info.acceleration_error));
    ENSURE(near3(quantised.angular_velocity, 0, 3.004, 0, info.angular_velocity_error));
    ENSURE(quantised.flags == second.flags && quantised.entity == 9 && quantised.sequence == 5);
    ENSURE_OK(ant_codec_encode(codec, &second, NULL, NULL, 0, &alone));
    ENSURE_OK(ant_codec_encode(codec, &second, &first, bytes, sizeof bytes, &length));
    ENSURE(length < alone && alone <= info.max_bytes);
    ENSURE_OK(ant_codec_decode(codec, bytes, length, &first, &seen));
    ENSURE(memcmp(&seen, &quantised, sizeof seen) == 0);
    ENSURE_OK(ant_codec_quantise(codec, &seen, &seen));
    ENSURE(memcmp(&seen, &quantised, sizeof seen) == 0);
    seen = blank();
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_codec_decode(codec, bytes, length, NULL, &seen));
    first.sequence = 3;
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_codec_decode(codec, bytes, length, &first, &seen));
    ENSURE(is_blank(&seen));
    ENSURE_OK(ant_destroy(codec.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(codec.id));
}

/* Two machines with different engines understand each other. */
static void engines_understand_each_other(void) {
    int from, to, i;
    for (from = 0; from < 4; from++) {
        for (to = 0; to < 4; to++) {
            AntCodecDesc desc = codec_desc();
            AntCodec sender, receiver;
            AntUpdate update = runner(1, 0), seen = blank(), sent = blank();
            unsigned char bytes[256];
            uint64_t length = 0;
            desc.frame.kind = ENGINE_FRAMES[from];
            sender = codec_with(&desc);
            desc.frame.kind = ENGINE_FRAMES[to];
            receiver = codec_with(&desc);
            to_host(ENGINE_FRAMES[from], 12.34, 5.67, -8.9, update.position);
            to_host(ENGINE_FRAMES[from], 1, 0, -3, update.velocity);
            for (i = 0; i < 4; i++) {
                update.orientation[i] = 0.5;
            }
            ENSURE_OK(ant_codec_encode(sender, &update, NULL, bytes, sizeof bytes, &length));
            ENSURE_OK(ant_codec_decode(receiver, bytes, length, NULL, &seen));
            ENSURE(is_at(ENGINE_FRAMES[to], seen.position, 12.34, 5.67, -8.9, 0.0051));
            ENSURE(is_at(ENGINE_FRAMES[to], seen.velocity, 1, 0, -3, 0.0051));
            /* What the receiver got is the same on the wire again, whatever the axes cost in the last digits. */
            {
                unsigned char again[256];
                uint64_t same = 0;
                ENSURE_OK(ant_codec_encode(receiver, &seen, NULL, again, sizeof again, &same));
                ENSURE(same == length && memcmp(bytes, again, length) == 0);
            }
            if (from == to) {
                ENSURE_OK(ant_codec_quantise(sender, &update, &sent));
                ENSURE(memcmp(&sent, &seen, sizeof sent) == 0);
            }
            ant_destroy(sender.id);
            ant_destroy(receiver.id);
        }
    }
}

static void hostile_bytes_are_errors(void) {
    AntCodec codec = default_codec();
    AntUpdate update = runner(3, 7), seen = blank();
    unsigned char bytes[64], noise[64];
    uint64_t length = 0, i, seed = 1;
    int round;
    MUST(ant_codec_encode(codec, &update, NULL, bytes, sizeof bytes, &length));
    for (i = 0; i < length; i++) {
        ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_codec_decode(codec, bytes, i, NULL, &seen));
    }
    bytes[length] = 0;
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_codec_decode(codec, bytes, length + 1, NULL, &seen));
    ENSURE(is_blank(&seen));
    for (round = 0; round < ensure_rounds(20000, 500); round++) {
        AntStatus status;
        for (i = 0; i < sizeof noise; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            noise[i] = (unsigned char)(seed >> 40);
        }
        status = ant_codec_decode(codec, noise, seed >> 58, NULL, &seen);
        CHECK(status == ANT_OK || status == ANT_ERROR_CORRUPT || status == ANT_ERROR_NOT_FOUND);
        CHECK(status != ANT_OK || (fabs(seen.position[0]) <= 1e8 && fabs(seen.velocity[2]) <= 1e4));
    }
    ant_destroy(codec.id);
}

#define UPDATES 40

static void packets_hold_what_fits(void) {
    AntCodec codec = default_codec();
    AntUpdate updates[UPDATES], baselines[UPDATES], seen[UPDATES], quantised = blank();
    int8_t status[UPDATES];
    unsigned char bytes[1200];
    uint64_t length = 0, first_length = 0;
    uint32_t encoded = 0, count = 0, i;
    for (i = 0; i < UPDATES; i++) {
        updates[i] = runner(i, 9);
        baselines[i] = runner(i, 8);
        seen[i] = blank();
    }
    ENSURE_OK(ant_codec_encode_packet(codec, updates[0].time, UPDATES, updates, UPDATES, baselines, bytes, sizeof bytes,
                                      &length, &encoded));
    ENSURE(encoded == UPDATES && length < 14 * UPDATES);
    ENSURE_OK(ant_codec_decode_packet(codec, bytes, length, UPDATES, baselines, UPDATES, seen, NULL, &count));
    ENSURE(count == UPDATES);
    for (i = 0; i < UPDATES; i++) {
        MUST(ant_codec_quantise(codec, &updates[i], &quantised));
        ENSURE(memcmp(&seen[i], &quantised, sizeof quantised) == 0);
    }
    /* The receiver has lost half of the baselines. */
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND,
                  ant_codec_decode_packet(codec, bytes, length, UPDATES / 2, baselines, UPDATES, seen, NULL, &count));
    ENSURE_STATUS(ANT_PARTIAL, ant_codec_decode_packet(codec, bytes, length, UPDATES / 2, baselines, UPDATES, seen,
                                                       STREAM(status, ANT_I8), &count));
    for (i = 0; i < UPDATES; i++) {
        ENSURE(status[i] == (i < UPDATES / 2 ? ANT_OK : ANT_ERROR_NOT_FOUND));
        ENSURE(seen[i].entity == i && seen[i].sequence == 9);
    }
    /* Room for fewer. */
    ENSURE_STATUS(ANT_TRUNCATED, ant_codec_decode_packet(codec, bytes, length, UPDATES, baselines, 3, seen, NULL, &count));
    ENSURE(count == UPDATES);
    ENSURE_OK(ant_codec_decode_packet(codec, bytes, length, UPDATES, baselines, 0, NULL, NULL, &count));
    ENSURE_STATUS(ANT_TRUNCATED, ant_codec_encode_packet(codec, updates[0].time, UPDATES, updates, 0, NULL, bytes, 100,
                                                         &first_length, &encoded));
    ENSURE(encoded > 3 && encoded < 10 && first_length <= 100);
    /* Every cut of it is refused as a whole. */
    for (i = 0; i < first_length; i++) {
        ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_codec_decode_packet(codec, bytes, i, 0, NULL, UPDATES, seen, NULL, &count));
    }
    ant_destroy(codec.id);
}

static void bad_updates_are_refused_by_name(void) {
    static const double bad[3] = {NAN, INFINITY, -INFINITY};
    AntCodec codec = default_codec();
    AntUpdate update, out = blank();
    unsigned char bytes[64];
    int i;
    for (i = 0; i < 3; i++) {
        update = runner(1, 1);
        update.position[i] = bad[i];
        REFUSED(NOT_FINITE, "position", ant_codec_quantise, (codec, &update, &out));
        REFUSED(NOT_FINITE, "position", ant_codec_encode, (codec, &update, NULL, bytes, sizeof bytes, NULL));
        REFUSED(NOT_FINITE, "position", ant_codec_decode, (codec, bytes, 4, &update, &out));
        update = runner(1, 1);
        update.velocity[i] = bad[i];
        REFUSED(NOT_FINITE, "velocity", ant_codec_quantise, (codec, &update, &out));
        update = runner(1, 1);
        update.orientation[i] = bad[i];
        REFUSED(NOT_FINITE, "orientation", ant_codec_quantise, (codec, &update, &out));
        update = runner(1, 1);
        update.acceleration[i] = update.angular_velocity[i] = bad[i];
        ENSURE_OK(ant_codec_encode(codec, &update, NULL, NULL, 0, NULL)); /* not read without their flags */
        update.flags = ANT_UPDATE_HAS_ACCELERATION;
        REFUSED(NOT_FINITE, "acceleration", ant_codec_quantise, (codec, &update, &out));
        update.flags = ANT_UPDATE_HAS_ANGULAR_VELOCITY;
        REFUSED(NOT_FINITE, "angular_velocity", ant_codec_quantise, (codec, &update, &out));
    }
    update = runner(1, 1);
    update.position[1] = 2e8;
    REFUSED(INVALID_ARGUMENT, "position", ant_codec_quantise, (codec, &update, &out));
    update = runner(1, 65536);
    REFUSED(OUT_OF_RANGE, "update.sequence", ant_codec_quantise, (codec, &update, &out));
    update = runner(1, 1);
    update.flags = 2048;
    REFUSED(INVALID_ARGUMENT, "flags", ant_codec_quantise, (codec, &update, &out));
    update = runner(1, 1);
    update.time = INT64_MAX;
    REFUSED(INVALID_ARGUMENT, "time", ant_codec_quantise, (codec, &update, &out));
    update = runner(1, 1);
    {
        AntUpdate other = runner(2, 0);
        REFUSED(INVALID_ARGUMENT, "baseline", ant_codec_encode, (codec, &update, &other, bytes, sizeof bytes, NULL));
    }
    ENSURE(is_blank(&out));
    ant_destroy(codec.id);
}

static void null_and_short_arguments_are_refused_by_name(void) {
    AntCodec codec = default_codec(), none = {0};
    AntUpdate update = runner(1, 1), out = blank();
    AntCodecInfo info;
    AntCodecDesc desc = codec_desc();
    unsigned char bytes[64];
    uint64_t length = 77;
    uint32_t count = 77;
    info.struct_size = sizeof info;
    REFUSED(NULL_POINTER, "desc", ant_codec_create, (NULL, &codec));
    REFUSED(NULL_POINTER, "out_codec", ant_codec_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "out_info", ant_codec_info, (codec, NULL));
    REFUSED(NULL_POINTER, "update", ant_codec_quantise, (codec, NULL, &out));
    REFUSED(NULL_POINTER, "out_update", ant_codec_quantise, (codec, &update, NULL));
    REFUSED(NULL_POINTER, "update", ant_codec_encode, (codec, NULL, NULL, bytes, sizeof bytes, NULL));
    REFUSED(NULL_POINTER, "buf", ant_codec_encode, (codec, &update, NULL, NULL, 5, NULL));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_codec_encode, (codec, &update, NULL, bytes, 3, &length));
    REFUSED(NULL_POINTER, "bytes", ant_codec_decode, (codec, NULL, 5, NULL, &out));
    REFUSED(NULL_POINTER, "out_update", ant_codec_decode, (codec, bytes, 5, NULL, NULL));
    REFUSED(NULL_POINTER, "updates", ant_codec_encode_packet, (codec, 0, 1, NULL, 0, NULL, bytes, 64, &length, &count));
    REFUSED(NULL_POINTER, "baselines", ant_codec_encode_packet, (codec, 0, 1, &update, 1, NULL, bytes, 64, &length, &count));
    REFUSED(NULL_POINTER, "buf", ant_codec_encode_packet, (codec, 0, 1, &update, 0, NULL, NULL, 64, &length, &count));
    REFUSED(NULL_POINTER, "out_byte_len", ant_codec_encode_packet, (codec, 0, 1, &update, 0, NULL, bytes, 64, NULL, &count));
    REFUSED(NULL_POINTER, "out_encoded", ant_codec_encode_packet, (codec, 0, 1, &update, 0, NULL, bytes, 64, &length, NULL));
    REFUSED(BUDGET, "header", ant_codec_encode_packet, (codec, 0, 1, &update, 0, NULL, bytes, 2, &length, &count));
    REFUSED(INVALID_ARGUMENT, "time", ant_codec_encode_packet, (codec, INT64_MIN, 1, &update, 0, NULL, bytes, 64, &length, &count));
    REFUSED(NULL_POINTER, "bytes", ant_codec_decode_packet, (codec, NULL, 5, 0, NULL, 1, &out, NULL, &count));
    REFUSED(NULL_POINTER, "out_count", ant_codec_decode_packet, (codec, bytes, 5, 0, NULL, 1, &out, NULL, NULL));
    ENSURE(length == 77 && count == 77);
    MUST(ant_codec_encode_packet(codec, 0, 1, &update, 0, NULL, bytes, 64, &length, &count));
    REFUSED(NULL_POINTER, "out_updates", ant_codec_decode_packet, (codec, bytes, length, 0, NULL, 1, NULL, NULL, &count));
    out.struct_size = 5;
    REFUSED(BAD_STRUCT, "out_updates", ant_codec_decode_packet, (codec, bytes, length, 0, NULL, 1, &out, NULL, &count));
    out = blank();
    REFUSED(INVALID_HANDLE, "codec", ant_codec_info, (none, &info));
    REFUSED(INVALID_HANDLE, "codec", ant_codec_quantise, (none, &update, &out));
    REFUSED(INVALID_HANDLE, "codec", ant_codec_encode, (none, &update, NULL, bytes, 64, NULL));
    REFUSED(INVALID_HANDLE, "codec", ant_codec_decode, (none, bytes, 5, NULL, &out));
    REFUSED(INVALID_HANDLE, "codec", ant_codec_encode_packet, (none, 0, 1, &update, 0, NULL, bytes, 64, &length, &count));
    REFUSED(INVALID_HANDLE, "codec", ant_codec_decode_packet, (none, bytes, 5, 0, NULL, 1, &out, NULL, &count));
    ENSURE(is_blank(&out));
    ant_destroy(codec.id);
}

static void bad_parameters_are_refused_by_name(void) {
    AntCodec codec;
    AntCodecDesc desc = codec_desc();
#define SPOILED(status, field, value)                              \
    do {                                                           \
        desc = codec_desc();                                       \
        desc.field = (value);                                      \
        REFUSED(status, #field, ant_codec_create, (&desc, &codec)); \
    } while (0)
    SPOILED(INVALID_ARGUMENT, quaternion_bits, 3);
    SPOILED(INVALID_ARGUMENT, ticks_per_second, 0);
    SPOILED(INVALID_ARGUMENT, reserved, 1);
    SPOILED(INVALID_ARGUMENT, frame.kind, 9);
    SPOILED(INVALID_ARGUMENT, position_step, NAN);
    SPOILED(INVALID_ARGUMENT, position_limit, 1e13);
    SPOILED(INVALID_ARGUMENT, velocity_step, 0);
    SPOILED(INVALID_ARGUMENT, velocity_limit, INFINITY);
    SPOILED(INVALID_ARGUMENT, acceleration_step, -1);
    SPOILED(INVALID_ARGUMENT, acceleration_limit, 1e-9);
    SPOILED(INVALID_ARGUMENT, angular_velocity_step, 1e9);
    SPOILED(INVALID_ARGUMENT, angular_velocity_limit, NAN);
    desc = codec_desc();
    desc.origin[2] = NAN;
    REFUSED(INVALID_ARGUMENT, "origin", ant_codec_create, (&desc, &codec));
#undef SPOILED
}

static AntStatus create_with(void *memory) {
    AntCodec made;
    AntStatus status = ant_codec_create((const AntCodecDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntCodec struct_codec;

static AntStatus quantise_in(void *memory) {
    AntUpdate out = blank();
    return ant_codec_quantise(struct_codec, (const AntUpdate *)memory, &out);
}

static AntStatus quantise_out(void *memory) {
    AntUpdate update = runner(1, 1);
    return ant_codec_quantise(struct_codec, &update, (AntUpdate *)memory);
}

static AntStatus info_out(void *memory) { return ant_codec_info(struct_codec, (AntCodecInfo *)memory); }

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntCodecDesc desc = codec_desc();
    AntUpdate update = runner(1, 1);
    struct_codec = default_codec();
    CHECK(grows_in(&desc, sizeof desc, create_with));
    CHECK(grows_in(&update, sizeof update, quantise_in));
    CHECK(grows_out(sizeof update, quantise_out));
    CHECK(grows_out(sizeof(AntCodecInfo), info_out));
    ant_destroy(struct_codec.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(an_update_comes_out_as_it_was_quantised);
    RUN_TEST(engines_understand_each_other);
    RUN_TEST(hostile_bytes_are_errors);
    RUN_TEST(packets_hold_what_fits);
    RUN_TEST(bad_updates_are_refused_by_name);
    RUN_TEST(null_and_short_arguments_are_refused_by_name);
    RUN_TEST(bad_parameters_are_refused_by_name);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
