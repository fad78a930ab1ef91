/**
 * Set by the front on requests it forwards, after removing the client's. The app trusts it only on the front's socket.
 */
export const CLIENT_IP_HEADER = "x-hop-client-ip";
