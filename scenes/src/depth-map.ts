/**
 * A depth map as ControlNets of depth (and MiDaS, which they were trained with) have it: near is bright. Of depths `d`
 * in metres along the camera's line of sight, a pixel is `round(255 · (1/d − 1/far) / (1/near − 1/far))`, where `near`
 * and `far` are the least and the greatest depth of this image: 255 is the nearest, 0 the farthest. Without difference
 * in depth all is 0.
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
