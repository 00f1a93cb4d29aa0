// Preloaded into a node, it shifts that node's wall clock by SKEW_MS.
const skewMs = Number(process.env.SKEW_MS);
const now = Date.now;
Date.now = () => now() + skewMs;
