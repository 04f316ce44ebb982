export function createLineNumbers() {
  let numbers = new Uint32Array(1_024)
  let count = 0

  const at = (index: number): number | undefined => (index >= 0 && index < count ? numbers[index] : undefined)

  return {
    count: () => count,
    at,
    add(line: number): void {
      if (count > 0 && numbers[count - 1] === line) return
      if (count === numbers.length) {
        const larger = new Uint32Array(count * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[count] = line
      count += 1
    },
    cut(to: number): void {
      count = Math.min(count, to)
    },
    placeFrom(line: number): number {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >> 1
        if ((numbers[middle] ?? 0) < line) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}
