/* What owner.c and client.c need of the system: a socket on this machine, a clock, and the library's last error. */
#ifndef ANTRECKON_EXAMPLE_UDP_H
#define ANTRECKON_EXAMPLE_UDP_H

#define _POSIX_C_SOURCE 200809L /* so include this first */

#include "antreckon.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>

/* Whether a call failed; prints why. */
static inline int failed(AntStatus status) {
    char why[400];
    if (status >= 0) return 0;
    ant_last_error(why, sizeof why, NULL);
    fprintf(stderr, "%s\n", why);
    return 1;
}

static inline int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline void wait_ms(int milliseconds) {
    struct timespec time = {0, milliseconds * 1000000L};
    nanosleep(&time, NULL);
}

static inline struct sockaddr_in here(unsigned short port) {
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/* Negative when the port is taken. */
static inline int udp_on(unsigned short port) {
    struct sockaddr_in address = here(port);
    int made = socket(AF_INET, SOCK_DGRAM, 0);
    return made < 0 || bind(made, (struct sockaddr *)&address, sizeof address) < 0 ? -1 : made;
}

static inline int udp_to(unsigned short port) {
    struct sockaddr_in address = here(port);
    int made = socket(AF_INET, SOCK_DGRAM, 0);
    return made < 0 || connect(made, (struct sockaddr *)&address, sizeof address) < 0 ? -1 : made;
}

static inline void udp_send(int wire, const void *bytes, uint64_t size) {
    (void)!send(wire, bytes, (size_t)size, 0);
}

/* Bytes of a datagram; 0 = none has come. The first sender is the one to be answered. */
static inline uint64_t udp_receive(int wire, void *bytes, size_t capacity) {
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    ssize_t got = recvfrom(wire, bytes, capacity, MSG_DONTWAIT, (struct sockaddr *)&from, &length);
    if (got > 0) (void)!connect(wire, (struct sockaddr *)&from, length);
    return got > 0 ? (uint64_t)got : 0;
}

#endif
