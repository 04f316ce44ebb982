/** Firefox limits elements to 17.8 million pixels. In taller lists, small moves apply as they are and leaps in proportion. */
const maxPixels = 12_000_000

export type ScrollScale = ReturnType<typeof createScrollScale>

export function createScrollScale(max = maxPixels) {
  let real = 0
  let view = 0
  let offset = 0
  let bar = 0
  const height = () => Math.min(real, max)
  const end = () => Math.max(0, real - view)
  const scaled = () => real > max
  const factor = () => (scaled() ? end() / Math.max(1, height() - view) : 1)
  const within = (to: number) => Math.min(end(), Math.max(0, to))

  function go(to: number): number {
    offset = within(to)
    bar = offset / factor()
    return bar
  }

  return {
    height,
    place: () => offset,
    shift: () => (scaled() ? bar - offset : 0),

    measure(height: number, window: number): void {
      real = height
      view = window
    },

    go,

    /** Handles a move of the scroll bar. Returns its corrected position, or null. */
    scrolled(to: number): number | null {
      const leap = Math.abs(to - bar) > view || !scaled()
      offset = within(leap ? to * factor() : offset + to - bar)
      bar = to
      // The bar has reached its end before the list.
      const atEnd = to <= 0 || to >= height() - view
      return scaled() && atEnd && !leap ? go(offset) : null
    },

    /** Called when scrolling has stopped: the offset that corrects the bar, or null. */
    settle(): number | null {
      return Math.abs(bar - offset / factor()) > 1 ? go(offset) : null
    },
  }
}
