/**
 * Set by the front on what it passes to the app, and removed from what comes in. The app believes
 * it only on the front's own socket.
 */
export const CLIENT_IP_HEADER = "x-hop-client-ip";
