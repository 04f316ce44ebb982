export type VectorKind = 'latent' | 'isotropic'

const latentDimensions = 64
const centreCount = 2_000

/** Deterministic unit vectors: near centers of a latent space, or uniform. */
export function createVectors(dimensions: number, kind: VectorKind) {
  let state = 12_345
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const normals = (length: number) => Float32Array.from({ length }, normal)
  const centres = Array.from({ length: centreCount }, () => normals(latentDimensions))
  const basis = Array.from({ length: latentDimensions }, () => normals(dimensions))

  function latent(): Float32Array {
    const centre = centres[Math.floor(uniform() * centreCount)]!
    const vector = new Float32Array(dimensions)
    for (let k = 0; k < latentDimensions; k++) {
      const weight = centre[k]! + 0.7 * normal()
      const row = basis[k]!
      for (let d = 0; d < dimensions; d++) vector[d]! += weight * row[d]!
    }
    for (let d = 0; d < dimensions; d++) vector[d]! += 0.5 * (uniform() - 0.5)
    return vector
  }

  return {
    next(): Float32Array {
      const vector = kind === 'latent' ? latent() : normals(dimensions)
      const length = Math.hypot(...vector)
      return vector.map((value) => value / length)
    },
  }
}
