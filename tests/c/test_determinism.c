/* The same calls give the same bits: today, in the same process, and on every machine and build (golden numbers). */
#include "support_map/scenario.h"

/* State of the map and the predictor, and all predictions, after 600 frames at 60 Hz. They may change with a version of the
 * library that says so, never with the machine, the optimisation or the number of threads. */
#define GOLDEN_MAP UINT64_C(0x12983347f421743e)
#define GOLDEN_PREDICTOR UINT64_C(0x785dd0d31baf53c2)
#define GOLDEN_PREDICTIONS UINT64_C(0x4ea192e1f8c375f6)

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
    ant_predictor_destroy(predictor);
    ant_map_destroy(map);
    ant_world_destroy(world);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_match_of_600_frames_ends_in_the_golden_state);
    RUN_TEST(the_same_match_twice_is_the_same_to_the_bit);
    RUN_TEST(what_else_is_alive_does_not_matter);
    return ensure_end();
}
