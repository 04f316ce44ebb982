import { createBodyBuilder } from '../bodies/body.ts'
import type { BodyBuilder, Material, Point } from '../bodies/body.ts'
import type { Random } from '../random.ts'

export const poses = ['standing', 'sitting', 'lying'] as const
export type Pose = (typeof poses)[number]

/** Proportions of a four-legged animal; units are about the length of its trunk. */
export interface Build {
  /** Height of the back when standing. */
  readonly back: number
  readonly chest: number
  readonly hips: number
  readonly leg: number
  readonly neck: number
  readonly coat: Material
  readonly paws: Material
  readonly tail: { readonly length: number; readonly radius: number; readonly lift: number }
  /** Puts a head on the neck's end, `turn` radians to the left of straight ahead. */
  readonly head: (builder: BodyBuilder, at: Point, turn: number) => void
}

const shift = (from: Point, x: number, y: number, z: number): Point => [from[0] + x, from[1] + y, from[2] + z]

function frontLeg(builder: BodyBuilder, build: Build, shoulder: Point, foot: Point): void {
  const { coat, paws, leg } = build
  const elbow: Point = [(shoulder[0] + foot[0]) / 2 - 0.04, (shoulder[1] + foot[1]) / 2, (shoulder[2] + foot[2]) / 2]
  builder.limb(coat, shoulder, leg * 1.5, elbow, leg)
  builder.limb(coat, elbow, leg, shift(foot, 0, 0.1, 0), leg * 0.75)
  builder.limb(paws, shift(foot, 0, 0.08, 0), leg * 0.75, foot, leg * 0.8)
  builder.limb(paws, foot, leg * 0.8, shift(foot, 0.06, -0.008, 0), leg * 0.75)
}

function hindLeg(builder: BodyBuilder, build: Build, hip: Point, foot: Point): void {
  const { coat, paws, leg } = build
  const knee: Point = [hip[0] + 0.1, hip[1] * 0.52, hip[2] * 1.08]
  const hock: Point = [foot[0] - 0.07, foot[1] + 0.14, foot[2]]
  builder.limb(coat, hip, leg * 2.1, knee, leg * 1.25)
  builder.limb(coat, knee, leg * 1.2, hock, leg * 0.72)
  builder.limb(paws, hock, leg * 0.7, foot, leg * 0.72)
  builder.limb(paws, foot, leg * 0.75, shift(foot, 0.08, -0.006, 0), leg * 0.72)
}

function wagTail(builder: BodyBuilder, build: Build, root: Point, lift: number, sway: number): void {
  const { length, radius } = build.tail
  let angle = Math.PI - 0.25
  let [x, y, z] = root
  const points: Point[] = [root]
  for (let step = 0; step < 6; step += 1) {
    angle -= lift
    x += (Math.cos(angle) * length) / 6
    y = Math.max(radius, y + (Math.sin(angle) * length) / 6)
    z += (sway * length) / 6
    points.push([x, y, z])
  }
  builder.chain(build.coat, points, radius, radius * 0.75)
}

function stand(builder: BodyBuilder, build: Build, random: Random): void {
  const { back, chest, hips, leg, neck, coat } = build
  const shoulder: Point = [0.3, back - chest, 0]
  const hip: Point = [-0.3, back - hips, 0]
  const stride = random.between(0, 0.14)
  builder.limb(coat, shoulder, chest, [0, back - chest * 1.02, 0], chest * 0.94)
  builder.limb(coat, [0, back - chest * 1.02, 0], chest * 0.92, hip, hips)
  builder.sides((side) => {
    frontLeg(
      builder,
      build,
      [0.32, back - chest * 1.35, side * chest * 0.55],
      [0.32 + side * stride, leg * 0.75, side * chest * 0.55],
    )
    hindLeg(
      builder,
      build,
      [-0.33, back - hips * 1.3, side * hips * 0.6],
      [-0.34 - side * stride, leg * 0.75, side * hips * 0.65],
    )
  })
  const neckEnd: Point = [0.4 + neck * 0.55, back + neck * random.between(0.35, 0.75), 0]
  builder.limb(coat, shift(shoulder, 0.06, 0.03, 0), chest * 0.85, neckEnd, chest * 0.6)
  build.head(builder, neckEnd, random.between(-0.6, 0.6))
  wagTail(builder, build, [-0.3 - hips * 0.8, back - hips * 0.5, 0], build.tail.lift, random.between(-0.3, 0.3))
}

function sit(builder: BodyBuilder, build: Build, random: Random): void {
  const { back, chest, hips, leg, neck, coat, paws } = build
  const rump: Point = [-0.2, hips * 1.05, 0]
  const shoulder: Point = [0.12, back * 0.82, 0]
  builder.limb(coat, rump, hips * 1.2, shoulder, chest * 0.88)
  builder.sides((side) => {
    frontLeg(builder, build, [0.16, back * 0.68, side * chest * 0.5], [0.24, leg * 0.75, side * chest * 0.42])
    builder.limb(
      coat,
      [-0.14, hips * 1.05, side * hips * 0.85],
      leg * 2.1,
      [0.02, leg * 1.9, side * hips * 1.1],
      leg * 1.4,
    )
    builder.limb(
      paws,
      [-0.1, leg * 0.8, side * hips * 1.15],
      leg * 0.8,
      [0.14, leg * 0.7, side * hips * 1.1],
      leg * 0.75,
    )
  })
  const neckEnd: Point = [0.2 + neck * 0.25, back * 0.9 + neck * 0.75, 0]
  builder.limb(coat, shoulder, chest * 0.85, neckEnd, chest * 0.6)
  build.head(builder, neckEnd, random.between(-0.8, 0.8))
  const side = random.sign()
  const { length, radius } = build.tail
  const curl = Array.from({ length: 6 }, (_, step): Point => {
    const angle = Math.PI - step * 0.42 * Math.min(1.2, length / 0.6)
    return [-0.2 + Math.cos(angle) * 0.3, radius, side * (0.05 + Math.sin(angle) * (hips + 0.14))]
  })
  builder.chain(coat, curl, radius, radius * 0.75)
}

function lie(builder: BodyBuilder, build: Build, random: Random): void {
  const { chest, hips, leg, neck, coat, paws } = build
  builder.limb(coat, [-0.3, hips * 0.95, 0], hips * 1.08, [0, chest, 0], chest * 1.02)
  builder.limb(coat, [0, chest, 0], chest * 1.02, [0.3, chest * 1.05, 0], chest * 0.95)
  builder.sides((side) => {
    builder.limb(coat, [0.3, chest * 0.6, side * chest * 0.6], leg * 1.2, [0.42, leg, side * chest * 0.6], leg * 0.9)
    builder.limb(
      paws,
      [0.42, leg * 0.85, side * chest * 0.6],
      leg * 0.85,
      [0.62, leg * 0.75, side * chest * 0.5],
      leg * 0.8,
    )
    builder.limb(
      coat,
      [-0.3, hips * 0.9, side * hips * 0.7],
      leg * 2.1,
      [-0.1, leg * 1.6, side * hips * 1.15],
      leg * 1.4,
    )
    builder.limb(
      paws,
      [-0.2, leg * 0.8, side * hips * 1.2],
      leg * 0.8,
      [0.04, leg * 0.7, side * hips * 1.25],
      leg * 0.75,
    )
  })
  const neckEnd: Point = [0.42 + neck * 0.4, chest * 1.25 + neck * random.between(0.35, 0.75), 0]
  builder.limb(coat, [0.32, chest * 1.1, 0], chest * 0.8, neckEnd, chest * 0.58)
  build.head(builder, neckEnd, random.between(-0.9, 0.9))
  const side = random.sign()
  const { length, radius } = build.tail
  const curl = Array.from({ length: 5 }, (_, step): Point => [
    -0.3 - hips * 0.9 + step * step * 0.016 * length,
    radius,
    side * step * 0.2 * length * 0.9,
  ])
  builder.chain(coat, curl, radius, radius * 0.75)
}

const takePose: Record<Pose, (builder: BodyBuilder, build: Build, random: Random) => void> = {
  standing: stand,
  sitting: sit,
  lying: lie,
}

export function buildQuadruped(build: Build, pose: Pose, random: Random): BodyBuilder {
  const builder = createBodyBuilder()
  takePose[pose](builder, build, random)
  return builder
}
