const gridEdge = 4

/**
 * Color layout: mean luminance, mean chroma and luminance deviation of each cell of a 4 × 4 grid, like the MPEG-7 color layout
 * descriptor (ISO/IEC 15938-3) without its transform. 64 values around 0, from the rows of a square of RGB bytes.
 */
export function colourLayout(rgb: Uint8Array, edge: number): Float32Array {
  const layout = new Float32Array(gridEdge * gridEdge * 4)
  const cell = edge / gridEdge
  for (let row = 0; row < gridEdge; row++) {
    for (let column = 0; column < gridEdge; column++) {
      layout.set(cellOf(rgb, { edge, cell, x: column * cell, y: row * cell }), (row * gridEdge + column) * 4)
    }
  }
  return layout
}

function cellOf(
  rgb: Uint8Array,
  { edge, cell, x: left, y: top }: { edge: number; cell: number; x: number; y: number },
) {
  const sums = { luminance: 0, squares: 0, blue: 0, red: 0 }
  for (let y = top; y < top + cell; y++) {
    for (let x = left; x < left + cell; x++) {
      const at = (y * edge + x) * 3
      const [red, green, blue] = [rgb[at]! / 255, rgb[at + 1]! / 255, rgb[at + 2]! / 255]
      // ITU-R BT.601.
      const luminance = 0.299 * red + 0.587 * green + 0.114 * blue
      sums.luminance += luminance
      sums.squares += luminance * luminance
      sums.blue += 0.564 * (blue - luminance)
      sums.red += 0.713 * (red - luminance)
    }
  }
  const count = cell * cell
  const mean = sums.luminance / count
  const deviation = Math.sqrt(Math.max(0, sums.squares / count - mean * mean))
  // Chroma is weaker than luminance in natural pictures, and as informative.
  return [mean - 0.5, (3 * sums.blue) / count, (3 * sums.red) / count, deviation - 0.12]
}
