/** Mean step between neighbors across the edges of a tiled square and elsewhere, of RGB bytes. */
export function measureSeams(rgb: Uint8Array, size: number): { atSeam: number; elsewhere: number } {
  const down = seam(rgb, size, (along, across) => across * size + along)
  const across = seam(rgb, size, (along, beside) => along * size + beside)
  return { atSeam: (down.atSeam + across.atSeam) / 2, elsewhere: (down.elsewhere + across.elsewhere) / 2 }
}

function seam(rgb: Uint8Array, size: number, pixelAt: (along: number, across: number) => number) {
  const [atSeam, elsewhere] = [[] as number[], [] as number[]]
  for (let along = 0; along < size; along++) {
    for (let across = 0; across < size; across++) {
      const list = along === size - 1 ? atSeam : elsewhere
      const [from, to] = [pixelAt(along, across), pixelAt((along + 1) % size, across)]
      for (let channel = 0; channel < 3; channel++)
        list.push(Math.abs(rgb[to * 3 + channel]! - rgb[from * 3 + channel]!))
    }
  }
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length
  return { atSeam: mean(atSeam), elsewhere: mean(elsewhere) }
}
