/**
 * Depth map as used by ControlNet and MiDaS, near is bright: `round(255 · (1/d − 1/far) / (1/near − 1/far))` for depth `d` in
 * meters along the line of sight, with the image's minimum `near` and maximum `far`. All 0 at uniform depth.
 */
export function depthMapOf(depths: Float32Array): Uint8Array {
  let near = Infinity
  let far = 0
  for (const depth of depths) {
    if (depth < near) near = depth
    if (depth > far) far = depth
  }
  const range = 1 / near - 1 / far
  return Uint8Array.from(depths, (depth) => (range > 0 ? Math.round((255 * (1 / depth - 1 / far)) / range) : 0))
}
