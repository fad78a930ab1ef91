import sharp from "sharp";

/** Configured once per process: one thread per image, and only the decoders that logos and drawings need. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadSvgBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
