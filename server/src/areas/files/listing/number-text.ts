export function parseNumbers(text: string): Uint32Array {
  if (text === '') return new Uint32Array()
  const numbers = new Uint32Array(Math.ceil(text.length / 2))
  let length = 0
  let number = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 44) {
      numbers[length++] = number
      number = 0
    } else {
      number = number * 10 + code - 48
    }
  }
  numbers[length++] = number
  return numbers.slice(0, length)
}
