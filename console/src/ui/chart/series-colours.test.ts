import { expect, test } from 'vitest'
import { seriesColours } from './series-colours.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Machado, Oliveira, Fernandes (2009): linear RGB as seen without one kind of cone. */
const simulations: Record<string, Matrix> = {
  trichromat: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const grounds = ['#ffffff', '#1e1e1e']

function toLinear(colour: string): Triple {
  const channel = (from: number) => {
    const value = parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const multiply = ([a, b, c]: Triple, [x, y, z]: Triple) => Math.min(1, Math.max(0, a * x + b * y + c * z))
const luminance = (colour: Triple) => multiply([0.2126, 0.7152, 0.0722], colour)

function toLab(colour: Triple): Triple {
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = curve(multiply([0.4124, 0.3576, 0.1805], colour) / 0.9505)
  const y = curve(luminance(colour))
  const z = curve(multiply([0.0193, 0.1192, 0.9505], colour) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

test.each(Object.entries(simulations))('lines are told apart by a %s', (_, matrix) => {
  const labs = seriesColours.map((colour) => {
    const linear = toLinear(colour)
    return toLab([multiply(matrix[0], linear), multiply(matrix[1], linear), multiply(matrix[2], linear)])
  })
  const distances = labs.flatMap((one, index) =>
    labs.slice(index + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
  )
  // A distance of 2 is just noticeable side by side.
  expect(Math.min(...distances)).toBeGreaterThan(12)
})

test('lines reach 3:1 on both grounds', () => {
  for (const colour of seriesColours) {
    for (const ground of grounds) {
      const [light, dark] = [luminance(toLinear(colour)), luminance(toLinear(ground))].toSorted((a, b) => b - a)
      expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThan(3)
    }
  }
})
