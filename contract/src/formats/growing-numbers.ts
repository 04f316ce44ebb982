export function createNumbers(
  make: (length: number) => Int32Array | Float64Array = (length) => new Int32Array(length),
) {
  let numbers = make(1024)
  let length = 0
  const grow = (least: number) => {
    if (least <= numbers.length) return
    const larger = make(Math.max(least, numbers.length * 2))
    larger.set(numbers)
    numbers = larger
  }
  return {
    get length(): number {
      return length
    },
    at: (index: number): number => (index < length ? numbers[index]! : 0),
    push(value: number): void {
      grow(length + 1)
      numbers[length] = value
      length += 1
    },
    add(index: number, value: number): void {
      grow(index + 1)
      numbers[index]! += value
      if (index >= length) length = index + 1
    },
  }
}
