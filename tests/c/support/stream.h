/* Streams over arrays of the tests. */
#ifndef ANTRECKON_TEST_STREAM_H
#define ANTRECKON_TEST_STREAM_H

#include "antreckon.h"
#include <stddef.h>

static inline AntStream stream_of(void *data, uint64_t byte_len, uint32_t stride, uint32_t format) {
    AntStream stream;
    stream.data = data;
    stream.byte_len = byte_len;
    stream.stride = stride;
    stream.format = format;
    return stream;
}

/* A whole array, tight. */
#define STREAM(array, format) stream_of((array), sizeof(array), 0, (format))

#endif
