import { drawOnRequest } from "@/lib/qr/thread";

drawOnRequest();
