/* The same scene told in the frames of the engines, in floats and doubles with their strides: the same places come out. */
#include "support_map/entities.h"

#define WIDTH 12
#define DEPTH 9
#define PEOPLE 5
#define FRAMES 8
static const char PLAN[] = "............"
                           ".....#......"
                           ".....#......"
                           ".....#......"
                           ".....######."
                           "............"
                           "..####......"
                           "............"
                           "............";

typedef struct Engine {
    const char *name;
    uint32_t frame;
    double metres;
    uint32_t format;
    uint32_t stride;
    double tolerance;
} Engine;

/* Single precision is good for about a micrometre here; over a frame that is 20 um/s, and more in accelerations. */
static const Engine ENGINES[] = {
    {"canonical f64", ANT_FRAME_CANONICAL, 1, ANT_F64X3, 0, 0},
    {"Godot", ANT_FRAME_CANONICAL, 1, ANT_F32X3, 12, 1e-3},
    {"Godot in double precision", ANT_FRAME_CANONICAL, 1, ANT_F64X3, 24, 0},
    {"Unity", ANT_FRAME_UNITY, 1, ANT_F32X3, 12, 1e-3},
    {"Unity, 16 bytes apart, f64", ANT_FRAME_UNITY, 1, ANT_F64X3, 32, 1e-6},
    {"Unreal", ANT_FRAME_UNREAL, 0.01, ANT_F64X3, 24, 1e-6},
    {"Unreal, f32", ANT_FRAME_UNREAL, 0.01, ANT_F32X3, 16, 1e-3},
    {"Z-up in metres", ANT_FRAME_Z_UP, 1, ANT_F64X3, 40, 1e-6},
    {"Quake", ANT_FRAME_Z_UP, 0.0254, ANT_F32X3, 12, 1e-3},
};

/* As the header says: canonical = (x, y, -z), (y, z, -x) * 0.01, (x, z, -y) * unit. */
static void to_host(const Engine *engine, const double *c, double *h) {
    double x = c[0] / engine->metres, y = c[1] / engine->metres, z = c[2] / engine->metres;
    switch (engine->frame) {
    case ANT_FRAME_UNITY: h[0] = x, h[1] = y, h[2] = -z; break;
    case ANT_FRAME_UNREAL: h[0] = -z, h[1] = x, h[2] = y; break;
    case ANT_FRAME_Z_UP: h[0] = x, h[1] = -z, h[2] = y; break;
    default: h[0] = x, h[1] = y, h[2] = z;
    }
}

static void from_host(const Engine *engine, const double *h, double *c) {
    double x = h[0] * engine->metres, y = h[1] * engine->metres, z = h[2] * engine->metres;
    switch (engine->frame) {
    case ANT_FRAME_UNITY: c[0] = x, c[1] = y, c[2] = -z; break;
    case ANT_FRAME_UNREAL: c[0] = y, c[1] = z, c[2] = -x; break;
    case ANT_FRAME_Z_UP: c[0] = x, c[1] = z, c[2] = -y; break;
    default: c[0] = x, c[1] = y, c[2] = z;
    }
}

/* The rotation that turns where an unrotated entity of the engine faces towards a canonical direction. */
static void facing(const Engine *engine, double x, double z, double q[4]) {
    static const double forwards[4][3] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}};
    const double *f = forwards[engine->frame];
    double c[3], t[3], length;
    int i;
    c[0] = x * engine->metres;
    c[1] = 0;
    c[2] = z * engine->metres;
    to_host(engine, c, t);
    q[0] = f[1] * t[2] - f[2] * t[1];
    q[1] = f[2] * t[0] - f[0] * t[2];
    q[2] = f[0] * t[1] - f[1] * t[0];
    q[3] = 1 + f[0] * t[0] + f[1] * t[1] + f[2] * t[2];
    length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (i = 0; i < 4; i++) {
        q[i] /= length;
    }
}

/* The plan laid out along the host's own ground axes, as its tools would write it. */
static AntWorld world_in(const Engine *engine) {
    static uint8_t blocked[WIDTH * DEPTH];
    static const double corners[2][3] = {{0, 0, 0}, {WIDTH, 0, DEPTH}};
    int second = engine->frame >= ANT_FRAME_UNREAL ? 1 : 2;
    double a[3], b[3], low[3];
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world;
    uint32_t u, v;
    int i;
    to_host(engine, corners[0], a);
    to_host(engine, corners[1], b);
    for (i = 0; i < 3; i++) {
        low[i] = a[i] < b[i] ? a[i] : b[i];
    }
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    desc.frame.kind = engine->frame;
    desc.frame.metres_per_unit = engine->metres;
    memcpy(grid.corner, low, sizeof low);
    grid.width = (uint32_t)(fabs(a[0] - b[0]) * engine->metres + 0.5);
    grid.depth = (uint32_t)(fabs(a[second] - b[second]) * engine->metres + 0.5);
    for (v = 0; v < grid.depth; v++) {
        for (u = 0; u < grid.width; u++) {
            double h[3], c[3];
            memcpy(h, low, sizeof h);
            h[0] += (u + 0.5) / engine->metres;
            h[second] += (v + 0.5) / engine->metres;
            from_host(engine, h, c);
            blocked[v * grid.width + u] = PLAN[(int)c[2] * WIDTH + (int)c[0]] == '#';
        }
    }
    grid.blocked = *STREAM(blocked, ANT_U8);
    MUST(ant_world_create_grid(&desc, &grid, &world));
    return world;
}

static unsigned char memory[PEOPLE * 64];

static AntStream places_of(const Engine *engine) { return *stream(memory, sizeof memory, engine->stride, engine->format); }

static unsigned char *element(const Engine *engine, int i) {
    uint32_t size = engine->format == ANT_F64X3 ? 24 : 12;
    return memory + (size_t)i * (engine->stride == 0 ? size : engine->stride);
}

static void store(const Engine *engine, int i, const double *canonical) {
    double h[3];
    float f[3];
    int axis;
    to_host(engine, canonical, h);
    for (axis = 0; axis < 3; axis++) {
        f[axis] = (float)h[axis];
    }
    memcpy(element(engine, i), engine->format == ANT_F64X3 ? (void *)h : (void *)f, engine->format == ANT_F64X3 ? 24 : 12);
}

static void load(const Engine *engine, int i, double *canonical) {
    double h[3];
    float f[3];
    memcpy(h, element(engine, i), engine->format == ANT_F64X3 ? 24 : 12);
    memcpy(f, element(engine, i), 12);
    if (engine->format == ANT_F32X3) {
        h[0] = f[0], h[1] = f[1], h[2] = f[2];
    }
    from_host(engine, h, canonical);
}

static AntPheromoneMap field_in(const Engine *engine, AntWorld world) {
    static const double items[2][3] = {{8.5, 0, 1.5}, {2.5, 0, 7.5}};
    AntPheromoneMap map = map_of(world, 0.5f, 0.7f);
    int i;
    for (i = 0; i < 2; i++) {
        AntSourceDesc source = source_at(0, 0, 30);
        source.flags = ANT_SOURCE_FIXED;
        to_host(engine, items[i], source.position);
        MUST(ant_map_add_source(map, (uint64_t)i, &source));
    }
    return map;
}

/* Plays the scene and gives the predicted places and velocities in canonical coordinates. */
static void play(const Engine *engine, double places[PEOPLE][3], double velocities[PEOPLE][3]) {
    AntWorld world = world_in(engine);
    AntPheromoneMap map = field_in(engine, world);
    AntPredictor predictor = predictor_on(world, map);
    AntEntity people[PEOPLE];
    AntObserveBatch in;
    AntPredictBatch out;
    double rotations[PEOPLE][4];
    int i, frame;
    for (i = 0; i < PEOPLE; i++) {
        AntProfile profile = profile_of((uint32_t)i);
        profile.obstacle = i == 1 ? ANT_OBSTACLE_IGNORE : ANT_OBSTACLE_SLIDE;
        profile.attraction.shape = ANT_REGION_CONE;
        profile.attraction.walls_hide = 1;
        profile.force_scale = 30;
        people[i] = add_entity(predictor, &profile);
        facing(engine, 0.8, -0.6, rotations[i]);
    }
    MUST(ant_observe_batch_init(&in));
    in.count = PEOPLE;
    in.entities = *STREAM(people, ANT_U64);
    in.positions = places_of(engine);
    in.orientations = *STREAM(rotations, ANT_F64X4);
    for (frame = 0; frame < FRAMES; frame++) {
        for (i = 0; i < PEOPLE; i++) {
            double place[3];
            place[0] = 2.2 + 0.11 * frame + 0.3 * i;
            place[1] = 0.25;
            place[2] = 4.1 - 0.07 * frame - 0.004 * frame * frame + 0.2 * i;
            store(engine, i, place);
        }
        in.time = frame * STEP;
        MUST(ant_predictor_observe_batch(predictor, &in));
    }
    MUST(ant_predict_batch_init(&out));
    out.count = PEOPLE;
    out.time = FRAMES * STEP + 450 * MILLISECOND;
    out.entities = in.entities;
    out.positions = places_of(engine);
    MUST(ant_predictor_predict_batch(predictor, &out));
    for (i = 0; i < PEOPLE; i++) {
        AntPrediction single = predict(predictor, people[i], out.time);
        load(engine, i, places[i]);
        from_host(engine, single.velocity, velocities[i]);
        CHECK(near_to(fabs(single.orientation[3]), fabs(rotations[i][3]), 1e-9));
    }
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
}

static void every_engine_gets_the_same_predictions(void) {
    double expected[PEOPLE][3], places[PEOPLE][3], speeds[PEOPLE][3], velocities[PEOPLE][3];
    uint32_t e;
    int i;
    play(&ENGINES[0], expected, speeds);
    /* The scene is one in which walls, ways around and the field matter. */
    ENSURE(expected[1][0] > 4 && expected[ANT_MODEL_ANT][0] != expected[ANT_MODEL_DR2][0]);
    for (e = 1; e < LENGTH_OF(ENGINES); e++) {
        play(&ENGINES[e], places, velocities);
        for (i = 0; i < PEOPLE; i++) {
            int same = near3(places[i], expected[i][0], expected[i][1], expected[i][2], ENGINES[e].tolerance) &&
                       near3(velocities[i], speeds[i][0], speeds[i][1], speeds[i][2], 10 * ENGINES[e].tolerance);
            if (!same) {
                printf("    %s, model %d\n", ENGINES[e].name, i);
            }
            CHECK(same);
        }
    }
}

static void a_base_carries_and_turns_alike_in_every_frame(void) {
    uint32_t e;
    for (e = 0; e < LENGTH_OF(ENGINES); e++) {
        const Engine *engine = &ENGINES[e];
        static const double local[3] = {1, 0, 0}, base[3] = {10, 0, 10}, speed[3] = {2, 0, 0}, spin[3] = {0, 1.5707963267948966, 0};
        AntProfile profile = bare_profile(ANT_MODEL_DR1);
        AntObservation observation = seen_at(0, 0, 0);
        AntPredictorDesc desc;
        AntPredictor predictor;
        AntPrediction prediction;
        AntEntity entity;
        double axes[3], place[3];
        int i, left_handed = engine->frame == ANT_FRAME_UNITY || engine->frame == ANT_FRAME_UNREAL;
        MUST(ant_predictor_desc_init(&desc));
        desc.frame.kind = engine->frame;
        desc.frame.metres_per_unit = engine->metres;
        MUST(ant_predictor_create(&desc, &predictor));
        entity = add_entity(predictor, &profile);
        observation.flags = ANT_OBSERVE_HAS_BASE | ANT_OBSERVE_HAS_VELOCITY;
        to_host(engine, local, observation.position);
        to_host(engine, base, observation.base_position);
        to_host(engine, speed, observation.base_velocity);
        to_host(engine, spin, axes);
        for (i = 0; i < 3; i++) {
            /* Axial: where handedness changes, turning the other way round. */
            observation.base_angular_velocity[i] = axes[i] * engine->metres * (left_handed ? -1 : 1);
        }
        observe(predictor, entity, &observation);
        prediction = predict(predictor, entity, SECOND);
        from_host(engine, prediction.position, place);
        CHECK(near3(place, 12, 0, 9, 1e-9));
        MUST(ant_destroy(predictor.id));
    }
}

static void forces_and_gradients_point_along_the_axes_of_the_host(void) {
    uint32_t e;
    for (e = 0; e < LENGTH_OF(ENGINES); e++) {
        const Engine *engine = &ENGINES[e];
        static const float one = 1;
        static const double here[3] = {9.5, 0, 1.5}, item[3] = {10.5, 0, 1.5}, view[3] = {1, 0, 0};
        AntWorld world = world_in(engine);
        AntPheromoneMap map = map_of(world, 1, 0);
        AntReader reader = reader_of(&one, 1);
        AntForceQuery query;
        AntForce force;
        double place[3], gradient[3], c[3];
        force.struct_size = sizeof force;
        MUST(ant_force_query_init(&query));
        query.attraction.shape = ANT_REGION_CONE;
        query.attraction.unit = 1;
        query.attraction.softening = 0;
        to_host(engine, item, place);
        MUST(ant_map_deposit(map, 0, place, 8));
        to_host(engine, here, query.position);
        to_host(engine, view, query.view);
        MUST(ant_map_force(map, &reader, &query, &force));
        from_host(engine, force.total, c);
        CHECK(near3(c, 8 * engine->metres, 0, 0, 1e-4 * engine->metres));
        MUST(ant_map_sample(map, &reader, query.position, NULL, gradient));
        from_host(engine, gradient, c);
        /* Per unit of the host: 4 per metre. */
        CHECK(near3(c, 4 * engine->metres * engine->metres, 0, 0, 1e-6));
        MUST(ant_destroy(map.id));
        MUST(ant_destroy(world.id));
    }
}

static void an_error_tells_the_value_as_the_host_gave_it(void) {
    AntWorld world = world_in(&ENGINES[5]);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntReader reader = reader_of(NULL, 0);
    float smell;
    REFUSED(NOT_FOUND, "54321", ant_map_sample, (map, &reader, at(54321, 0), &smell, NULL));
    REFUSED(NOT_FOUND, "54321", ant_map_deposit, (map, 0, at(54321, 0), 1));
    REFUSED(NOT_FOUND, "54321", ant_map_path, (map, &reader, at(54321, 0), at(0, 0), 0, 0, NULL, NULL, NULL));
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_engine_gets_the_same_predictions);
    RUN_TEST(a_base_carries_and_turns_alike_in_every_frame);
    RUN_TEST(forces_and_gradients_point_along_the_axes_of_the_host);
    RUN_TEST(an_error_tells_the_value_as_the_host_gave_it);
    return ensure_end();
}
