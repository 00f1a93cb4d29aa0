// Preloaded into a node to shift its wall clock by SKEW_MS.
const skewMs = Number(process.env.SKEW_MS);
const now = Date.now;
Date.now = () => now() + skewMs;
