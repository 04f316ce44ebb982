import { ink } from '../materials/colour.ts'
import type { Rgb } from '../materials/colour.ts'
import type { BodyBuilder, Material, Point } from '../bodies/body.ts'

export function headSpace(builder: BodyBuilder, at: Point, turn: number): BodyBuilder {
  const sine = Math.sin(turn)
  const cosine = Math.cos(turn)
  const move = ([x, y, z]: Point): Point => [at[0] + x * cosine - z * sine, at[1] + y, at[2] + x * sine + z * cosine]
  return {
    ...builder,
    limb: (material, from, startRadius, to, endRadius) =>
      builder.limb(material, move(from), startRadius, move(to), endRadius),
    chain: (material, points, startRadius, endRadius) =>
      builder.chain(material, points.map(move), startRadius, endRadius),
    ball: (material, point, radius) => builder.ball(material, move(point), radius),
  }
}

export const wet = (base: Rgb): Material => ({ base, gloss: 0.95, texture: 0, fineness: 1 })
export const black = wet(ink('#0b0a0a'))
export const pink = (): Material => ({ base: ink('#c98a80'), gloss: 0.3, texture: 0.1, fineness: 40 })
