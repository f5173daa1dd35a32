/* The same calls give the same bits: today, in the same process, and on every machine and build (golden numbers). */
#include "support/bank.h"
#include "support/weights.h"
#include "support_map/parade.h"

/* State of the map and the predictor, and all predictions, after 600 frames at 60 Hz. They may change with a version of the
 * library that says so, never with the machine, the optimisation or the number of threads. */
#define GOLDEN_MAP UINT64_C(0x693c3ffdcf0ba259)
#define GOLDEN_PREDICTOR UINT64_C(0x9b34d5d9b24d8534)
#define GOLDEN_PREDICTIONS UINT64_C(0x7594675809cb5746)

typedef struct Result {
    uint64_t map, predictor, predictions;
} Result;

static Result play(uint32_t frames) {
    Scenario s = scenario_empty();
    Result result;
    double places[SCENARIO_PEOPLE][3];
    uint32_t i;
    memset(places, 0, sizeof places);
    scenario_fill(&s);
    result.predictions = UINT64_C(0xcbf29ce484222325);
    for (i = 0; i < frames; i++) {
        scenario_frame(&s, places);
        result.predictions = fold(result.predictions, places, sizeof places);
    }
    result.map = map_hash(s.map);
    result.predictor = predictor_hash(s.predictor);
    scenario_end(&s);
    return result;
}

static int is_golden(const char *what, uint64_t got, uint64_t expected) {
    if (got != expected) {
        printf("    %s is 0x%016llx, the golden one 0x%016llx\n", what, (unsigned long long)got, (unsigned long long)expected);
    }
    return got == expected;
}

static void a_match_of_600_frames_ends_in_the_golden_state(void) {
    Result result = play(600);
    CHECK(is_golden("the state of the map", result.map, GOLDEN_MAP));
    CHECK(is_golden("the state of the predictor", result.predictor, GOLDEN_PREDICTOR));
    CHECK(is_golden("the hash of all predictions", result.predictions, GOLDEN_PREDICTIONS));
}

static void the_same_match_twice_is_the_same_to_the_bit(void) {
    Result a = play(150), b = play(150), c = play(151);
    ENSURE(memcmp(&a, &b, sizeof a) == 0);
    ENSURE(a.map != c.map && a.predictor != c.predictor && a.predictions != c.predictions);
}

static void what_else_is_alive_does_not_matter(void) {
    Result alone = play(60), among;
    AntWorld world = grid_world(30, 30, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntPredictor predictor = predictor_on(world, map);
    add_source(map, 1, 5.5, 5.5, 9, 0);
    among = play(60);
    ENSURE(memcmp(&alone, &among, sizeof alone) == 0);
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

/* Gives a parade what its models need, before anybody is there. */
typedef void (*Equip)(Parade *p);

static void equip_with_nothing(Parade *p) { (void)p; }

static void equip_with_objects(Parade *p) {
    uint64_t id;
    for (id = 0; id < 12; id++) {
        const double *place = at(5 + 5.0 * (double)id, 60 - 4.0 * (double)id);
        MUST(ant_predictor_set_object(p->predictor, id, place, 25.0f * (float)(id % 4), 1));
    }
}

static void equip_with_a_bank(Parade *p) { MUST(ant_predictor_load_bank(p->predictor, 0, bank_file, sizeof bank_file)); }

static void equip_with_routes(Parade *p) {
    static const double line[3][3] = {{4, 0, 30}, {40, 0, 34}, {60, 0, 10}};
    MUST(ant_predictor_add_route(p->predictor, 3, STREAM(line, ANT_F64X3), 1, NULL));
}

static void equip_with_trails(Parade *p) {
    AntTrailDesc desc;
    MUST(ant_trail_desc_init(&desc));
    desc.diffusion = 0.125f;
    desc.half_life = 60;
    MUST(ant_map_enable_trails(p->map, &desc));
}

static void equip_with_weights(Parade *p) {
    unsigned char file[WEIGHTS_SIZE];
    weights_file(7, file);
    MUST(ant_predictor_load_weights(p->predictor, file, sizeof file));
}

static void equip_to_adapt(Parade *p) {
    equip_with_weights(p);
    equip_with_trails(p);
    MUST(ant_predictor_adapt(p->predictor, 0, NULL));
}

/* What a host does besides, once per tick. */
typedef void (*Chore)(Parade *p);

static void no_chore(Parade *p) { (void)p; }

static void tell_lives(Parade *p) {
    uint32_t i = p->tick % PARADE_PEOPLE;
    MUST(ant_predictor_set_life(p->predictor, p->people[i], (float)(p->tick * 7 % 120) - 10));
    MUST(ant_predictor_set_object(p->predictor, p->tick % 12, at(5 + 5.0 * (p->tick % 12), 20), 50, p->tick / 64 % 2));
}

static void record_and_learn(Parade *p) {
    uint32_t i, when = p->tick % 768;
    for (i = 0; i < 8 && (when == 0 || when == 640); i++) {
        AntEntity person = p->people[i];
        MUST(when == 0 ? ant_predictor_begin_trial(p->predictor, person) : ant_predictor_end_trial(p->predictor, person, NULL));
    }
    if (when == 650) {
        MUST(ant_predictor_learn_strategies(p->predictor, NULL));
    }
}

static void learn_a_little(Parade *p) { MUST(ant_predictor_adapt(p->predictor, 16, NULL)); }

static void suggest_a_circle(Parade *p) {
    static const double circle[ANT_EXPERT_HORIZONS][3] = {{1, 0, 0.25}, {1.75, 0, 1}, {2, 0, 3}, {0, 0, 5}, {-4, 0, 1}};
    MUST(ant_predictor_suggest(p->predictor, p->people[p->tick % PARADE_PEOPLE], circle[0]));
}

/* The models that came later, each with what it needs. The weights and the bank are the tests' own, so that other built-in
 * weights change nothing here. */
typedef struct LaterModels {
    const char *name;
    uint32_t first, count;
    Equip equip;
    Chore chore;
    uint32_t ticks;
    uint64_t golden_state, golden_predictions;
} LaterModels;

static const LaterModels later_models[] = {
    {"DIS", ANT_MODEL_DIS_STATIC, 9, equip_with_nothing, no_chore, 320,
     UINT64_C(0xd7e3441d9b677726), UINT64_C(0x2cae01aee0ed6df6)},
    {"interest and hybrid", ANT_MODEL_INTEREST, 2, equip_with_objects, tell_lives, 320,
     UINT64_C(0x24ffc1c406bf9abb), UINT64_C(0xbd9ec750b1565d9d)},
    {"neuro", ANT_MODEL_NEURO, 1, equip_with_a_bank, no_chore, 320,
     UINT64_C(0xd0580116d47d331d), UINT64_C(0x5abbe36b33b6202e)},
    {"strategy", ANT_MODEL_STRATEGY, 1, equip_with_routes, record_and_learn, 960,
     UINT64_C(0x4b6a634b1cb0a60e), UINT64_C(0xacd237776d874223)},
    {"trail", ANT_MODEL_TRAIL, 1, equip_with_trails, no_chore, 960,
     UINT64_C(0x602b9a3de9d3db65), UINT64_C(0xec9f4c60a8b4ce50)},
    {"kinematic", ANT_MODEL_KINEMATIC, 1, equip_with_weights, no_chore, 320,
     UINT64_C(0x9a09022fc6f9d40e), UINT64_C(0x66c9a758b2373af4)},
    {"auto with adaptation", ANT_MODEL_AUTO, 1, equip_to_adapt, learn_a_little, 640,
     UINT64_C(0x6fe99fb713293e1c), UINT64_C(0xd6b126a77aca4fbf)},
    {"custom", ANT_MODEL_CUSTOM, 1, equip_with_nothing, suggest_a_circle, 320,
     UINT64_C(0x3d277bc7ebb7276f), UINT64_C(0x17d448fab5670162)},
};

typedef struct Ending {
    uint64_t state, predictions;
} Ending;

/* At the tick `handover` a late joiner takes over with nothing but the snapshots; 0 = nobody does. */
static Ending march_on(const LaterModels *models, uint32_t ticks, uint32_t handover) {
    Parade p = parade_empty();
    Ending ending;
    uint64_t hashes[2];
    uint32_t i;
    models->equip(&p);
    for (i = 0; i < PARADE_PEOPLE; i++) {
        AntProfile profile = profile_of(models->first + i % models->count);
        profile.obstacle = i % 2;
        profile.body_acceleration = i % 3;
        p.people[i] = add_entity(p.predictor, &profile);
    }
    ending.predictions = UINT64_C(0xcbf29ce484222325);
    for (; p.tick < ticks; p.tick++) {
        if (handover != 0 && p.tick == handover) {
            parade_hand_over(&p);
        }
        parade_walk(&p);
        MUST(ant_map_step_to(p.map, p.tick * PARADE_TICK, NULL));
        models->chore(&p);
        parade_observe(&p);
        if (p.tick >= 4 && p.tick % 8 == 0) {
            ending.predictions = parade_predict(&p, ending.predictions);
        }
    }
    hashes[0] = map_hash(p.map);
    hashes[1] = predictor_hash(p.predictor);
    ending.state = fold(UINT64_C(0xcbf29ce484222325), hashes, sizeof hashes);
    parade_end(&p);
    return ending;
}

static Ending march(const LaterModels *models, uint32_t ticks) { return march_on(models, ticks, 0); }

/* The whole parade of row `i`, marched once. */
static Ending whole_march(uint32_t i) {
    static struct {
        int known;
        Ending ending;
    } done[LENGTH_OF(later_models)];
    if (!done[i].known) {
        done[i].ending = march(&later_models[i], later_models[i].ticks);
        done[i].known = 1;
    }
    return done[i].ending;
}

static void parades_of_the_later_models_end_in_golden_states(void) {
    uint32_t i;
    for (i = 0; i < LENGTH_OF(later_models); i++) {
        const LaterModels *models = &later_models[i];
        Ending ending = whole_march(i);
        int state = is_golden("the state", ending.state, models->golden_state);
        int predictions = is_golden("the hash of all predictions", ending.predictions, models->golden_predictions);
        if (!state || !predictions) {
            printf("    of %s\n", models->name);
        }
        CHECK(state && predictions);
    }
}

static void the_same_parade_twice_is_the_same_to_the_bit(void) {
    uint32_t i;
    for (i = 0; i < LENGTH_OF(later_models); i++) {
        Ending a = march(&later_models[i], 100), b = march(&later_models[i], 100), c = march(&later_models[i], 101);
        CHECK(memcmp(&a, &b, sizeof a) == 0 && a.state != c.state);
    }
}

static void a_late_joiner_with_snapshots_ends_in_the_same_state(void) {
    uint32_t i;
    for (i = 0; i < LENGTH_OF(later_models); i++) {
        const LaterModels *models = &later_models[i];
        Ending alone = whole_march(i), joined = march_on(models, models->ticks, models->ticks / 2 + 3);
        if (memcmp(&alone, &joined, sizeof alone) != 0) {
            printf("    not so with %s\n", models->name);
        }
        CHECK(memcmp(&alone, &joined, sizeof alone) == 0);
    }
}

/* A golden hash of a model that has nothing to say would be one of dead reckoning. */
static void every_later_model_says_something_of_its_own(void) {
    static const uint32_t plain[4] = {ANT_MODEL_STILL, ANT_MODEL_DR1, ANT_MODEL_DR2, ANT_MODEL_DAMPED};
    uint64_t said[LENGTH_OF(plain)];
    uint32_t i, k;
    for (k = 0; k < LENGTH_OF(plain); k++) {
        LaterModels one = {"", plain[k], 1, equip_with_nothing, no_chore, 0, 0, 0};
        said[k] = march(&one, 200).predictions;
    }
    for (i = 0; i < LENGTH_OF(later_models); i++) {
        uint64_t own = march(&later_models[i], 200).predictions;
        for (k = 0; k < LENGTH_OF(plain); k++) {
            CHECK(own != said[k]);
        }
    }
}

/* Nor would it tell of weights, lives or lessons that nobody heeds. */
static void what_a_host_gives_and_does_matters(void) {
    uint32_t i;
    for (i = 0; i < LENGTH_OF(later_models); i++) {
        LaterModels bare = later_models[i], idle = later_models[i];
        uint64_t all = whole_march(i).predictions;
        bare.equip = equip_with_nothing;
        idle.chore = no_chore;
        CHECK(bare.equip == later_models[i].equip || march(&bare, bare.ticks).predictions != all);
        CHECK(idle.chore == later_models[i].chore || march(&idle, idle.ticks).predictions != all);
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_match_of_600_frames_ends_in_the_golden_state);
    RUN_TEST(the_same_match_twice_is_the_same_to_the_bit);
    RUN_TEST(what_else_is_alive_does_not_matter);
    RUN_TEST(parades_of_the_later_models_end_in_golden_states);
    RUN_TEST(the_same_parade_twice_is_the_same_to_the_bit);
    RUN_TEST(a_late_joiner_with_snapshots_ends_in_the_same_state);
    RUN_TEST(every_later_model_says_something_of_its_own);
    RUN_TEST(what_a_host_gives_and_does_matters);
    return ensure_end();
}
