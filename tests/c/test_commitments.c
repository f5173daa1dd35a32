/* Commitments, what peers were told, and who was told something else; what is refused. */
#include "support_map/entities.h"
#include "support_map/structs.h"

static AntUpdate heard(uint32_t n, double x) {
    AntUpdate update;
    MUST(ant_update_init(&update));
    update.entity = 4;
    update.sequence = n;
    update.time = n * 100 * MILLISECOND;
    update.position[0] = x;
    return update;
}

static void commitments_bind(void) {
    AntCommitments book;
    AntUpdate update = heard(9, 1), other = heard(9, 2);
    unsigned char nonce[32] = {1, 2, 3}, digest[32], told[32];
    uint32_t reveal = 77, entity = 77, sequence = 77;
    AntDigestReport report;
    report.struct_size = sizeof report;
    ENSURE_OK(ant_commitments_create(4, &book));
    ENSURE_OK(ant_commitment_make(nonce, &update, digest));
    ENSURE_OK(ant_commitments_commit(book, 4, 9, digest, 5));
    ENSURE_STATUS(ANT_ERROR_STATE, ant_commitments_commit(book, 4, 9, digest, 6));
    ENSURE_OK(ant_commitments_reveal(book, nonce, &other, &reveal));
    ENSURE(reveal == ANT_REVEAL_DIFFERENT);
    ENSURE_OK(ant_commitments_commit(book, 4, 9, digest, 7));
    ENSURE_OK(ant_commitments_reveal(book, nonce, &update, &reveal));
    ENSURE(reveal == ANT_REVEAL_HONEST);
    ENSURE_OK(ant_commitments_reveal(book, nonce, &update, &reveal));
    ENSURE(reveal == ANT_REVEAL_UNCOMMITTED);
    ENSURE_OK(ant_commitments_commit(book, 4, 10, digest, 8));
    ENSURE_STATUS(ANT_EMPTY, ant_commitments_overdue(book, 7, &entity, &sequence));
    ENSURE_OK(ant_commitments_overdue(book, 8, &entity, &sequence));
    ENSURE(entity == 4 && sequence == 10);
    ENSURE_OK(ant_update_digest(&update, digest));
    ENSURE_OK(ant_update_digest(&other, told));
    ENSURE_OK(ant_commitments_told(book, 1, 4, 9, told, &report));
    ENSURE(report.known == 0);
    ENSURE_OK(ant_commitments_told(book, 2, 4, 9, digest, NULL));
    ENSURE_OK(ant_commitments_saw(book, 4, 9, digest, &report));
    ENSURE(report.known == 1 && report.agree == 1 && report.differ == 1);
    ENSURE_OK(ant_destroy(book.id));
    REFUSED(INVALID_HANDLE, "commitments", ant_commitments_commit, (book, 4, 9, digest, 0));
    REFUSED(INVALID_HANDLE, "commitments", ant_commitments_reveal, (book, nonce, &update, &reveal));
    REFUSED(INVALID_HANDLE, "commitments", ant_commitments_overdue, (book, 0, &entity, &sequence));
    REFUSED(INVALID_HANDLE, "commitments", ant_commitments_saw, (book, 4, 9, digest, &report));
    REFUSED(INVALID_HANDLE, "commitments", ant_commitments_told, (book, 1, 4, 9, digest, &report));
}

static void bad_commitments_are_refused_by_name(void) {
    AntCommitments book;
    AntUpdate update = heard(0, 0);
    unsigned char bytes[32] = {0};
    uint32_t word = 77;
    MUST(ant_commitments_create(1, &book));
    REFUSED(NULL_POINTER, "out_commitments", ant_commitments_create, (1, NULL));
    REFUSED(INVALID_ARGUMENT, "capacity", ant_commitments_create, (0, &book));
    REFUSED(INVALID_ARGUMENT, "capacity", ant_commitments_create, (65537, &book));
    REFUSED(NULL_POINTER, "nonce", ant_commitment_make, (NULL, &update, bytes));
    REFUSED(NULL_POINTER, "update", ant_commitment_make, (bytes, NULL, bytes));
    REFUSED(NULL_POINTER, "out_digest", ant_commitment_make, (bytes, &update, NULL));
    REFUSED(NULL_POINTER, "update", ant_update_digest, (NULL, bytes));
    REFUSED(NULL_POINTER, "out_digest", ant_update_digest, (&update, NULL));
    REFUSED(NULL_POINTER, "digest", ant_commitments_commit, (book, 1, 1, NULL, 0));
    REFUSED(OUT_OF_RANGE, "sequence", ant_commitments_commit, (book, 1, 65536, bytes, 0));
    REFUSED(NULL_POINTER, "nonce", ant_commitments_reveal, (book, NULL, &update, &word));
    REFUSED(NULL_POINTER, "update", ant_commitments_reveal, (book, bytes, NULL, &word));
    REFUSED(NULL_POINTER, "out_reveal", ant_commitments_reveal, (book, bytes, &update, NULL));
    REFUSED(NULL_POINTER, "out_entity", ant_commitments_overdue, (book, 0, NULL, &word));
    REFUSED(NULL_POINTER, "out_sequence", ant_commitments_overdue, (book, 0, &word, NULL));
    REFUSED(NULL_POINTER, "digest", ant_commitments_saw, (book, 1, 1, NULL, NULL));
    REFUSED(OUT_OF_RANGE, "sequence", ant_commitments_saw, (book, 1, 65536, bytes, NULL));
    REFUSED(NULL_POINTER, "digest", ant_commitments_told, (book, 1, 1, 1, NULL, NULL));
    REFUSED(OUT_OF_RANGE, "peer", ant_commitments_told, (book, 0xffffffffu, 1, 1, bytes, NULL));
    ENSURE_OK(ant_commitments_commit(book, 1, 1, bytes, 0));
    REFUSED(BUDGET, "open", ant_commitments_commit, (book, 1, 2, bytes, 0));
    update.position[2] = NAN;
    REFUSED(NOT_FINITE, "position", ant_update_digest, (&update, bytes));
    ENSURE(word == 77);
    ant_destroy(book.id);
}

/* What a book has to say, whatever it is asked. */
static uint32_t answers_of(AntCommitments book) {
    unsigned char nonce[32] = {5}, digest[32];
    AntUpdate update = heard(3, 1);
    AntDigestReport report;
    uint32_t reveal, entity = 0, sequence = 0;
    report.struct_size = sizeof report;
    MUST(ant_update_digest(&update, digest));
    MUST(ant_commitments_told(book, 7, 4, 3, digest, &report));
    MUST(ant_commitments_reveal(book, nonce, &update, &reveal));
    MUST(ant_commitments_overdue(book, 100, &entity, &sequence));
    return report.agree | report.differ << 4 | reveal << 8 | entity << 12 | sequence << 20;
}

static void a_book_goes_on_from_a_snapshot(void) {
    AntCommitments book, copy, small;
    AntUpdate update = heard(3, 1), other = heard(3, 2);
    unsigned char nonce[32] = {5}, digest[32], bytes[1024], damaged[1024];
    uint64_t size, i, hash, same, held;
    MUST(ant_commitments_create(4, &book));
    MUST(ant_commitments_create(4, &copy));
    MUST(ant_commitments_create(1, &small));
    MUST(ant_commitment_make(nonce, &update, digest));
    MUST(ant_commitments_commit(book, 4, 3, digest, 10));
    MUST(ant_commitments_commit(book, 4, 9, digest, 11));
    MUST(ant_update_digest(&update, digest));
    MUST(ant_commitments_saw(book, 4, 3, digest, NULL));
    MUST(ant_update_digest(&other, digest));
    MUST(ant_commitments_told(book, 2, 4, 3, digest, NULL));
    ENSURE_OK(ant_snapshot(book.id, NULL, 0, &size));
    ENSURE(size < sizeof bytes);
    ENSURE_OK(ant_snapshot(book.id, bytes, size, NULL));
    for (i = 0; i < size; i++) {
        memcpy(damaged, bytes, (size_t)size);
        damaged[i] ^= 16;
        ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(copy.id, damaged, size));
        ENSURE(ant_restore(copy.id, bytes, i) < 0);
    }
    REFUSED(BUDGET, "1", ant_restore, (small.id, bytes, size));
    ENSURE_OK(ant_restore(copy.id, bytes, size));
    ENSURE_OK(ant_state_hash(book.id, &hash));
    ENSURE_OK(ant_state_hash(copy.id, &same));
    ENSURE(hash == same);
    ENSURE_OK(ant_bytes(book.id, &held));
    ENSURE(held > size);
    i = answers_of(book);
    ENSURE(i == answers_of(copy) && i == (1u | 1u << 4 | ANT_REVEAL_HONEST << 8 | 4u << 12 | 9u << 20));
    ENSURE_OK(ant_state_hash(book.id, &same));
    ENSURE(hash != same);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (book.id, bytes, 8, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (book.id, NULL, 8));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (book.id, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (book.id, NULL));
    MUST(ant_destroy(book.id));
    ant_destroy(copy.id);
    ant_destroy(small.id);
}

static void who_was_shown_something_else_is_told(void) {
    double positions[5][3] = {{0, 0, 0}, {0.4, 0, 0}, {0, 0, -0.3}, {5, 0, 0}, {0.1, 0.1, 0}};
    double allowances[5] = {0.25, 0.25, 0.5, 0.5, 1};
    uint32_t odd = 77;
    ENSURE_OK(ant_find_outliers(5, &positions[0][0], allowances, &odd));
    ENSURE(odd == 1u << 3);
    allowances[3] = 6;
    ENSURE_OK(ant_find_outliers(5, &positions[0][0], allowances, &odd));
    ENSURE(odd == 0);
    odd = 77;
    ENSURE_OK(ant_find_outliers(0, NULL, NULL, &odd));
    ENSURE(odd == 0);
    odd = 77;
    REFUSED(NULL_POINTER, "out_odd", ant_find_outliers, (5, &positions[0][0], allowances, NULL));
    REFUSED(NULL_POINTER, "positions", ant_find_outliers, (5, NULL, allowances, &odd));
    REFUSED(NULL_POINTER, "allowances", ant_find_outliers, (5, &positions[0][0], NULL, &odd));
    REFUSED(OUT_OF_RANGE, "count", ant_find_outliers, (33, &positions[0][0], allowances, &odd));
    allowances[4] = -1;
    REFUSED(OUT_OF_RANGE, "allowances", ant_find_outliers, (5, &positions[0][0], allowances, &odd));
    allowances[4] = NAN;
    REFUSED(NOT_FINITE, "allowances", ant_find_outliers, (5, &positions[0][0], allowances, &odd));
    allowances[4] = INFINITY;
    REFUSED(NOT_FINITE, "allowances", ant_find_outliers, (5, &positions[0][0], allowances, &odd));
    allowances[4] = 1;
    positions[1][2] = NAN;
    REFUSED(NOT_FINITE, "positions", ant_find_outliers, (5, &positions[0][0], allowances, &odd));
    ENSURE(odd == 77);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(commitments_bind);
    RUN_TEST(bad_commitments_are_refused_by_name);
    RUN_TEST(a_book_goes_on_from_a_snapshot);
    RUN_TEST(who_was_shown_something_else_is_told);
    return ensure_end();
}
