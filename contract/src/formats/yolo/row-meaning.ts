import type { ProblemFinding } from '../problems/problems.ts'
import { lineEnds } from '../text/read-text.ts'

/** A box's four numbers or two per outline point; predictions may add a confidence, trackers a track id after it. */
export interface RowParts {
  readonly kind: 'box' | 'outline'
  readonly length: number
  /** Indices of confidence and track id; -1 without one. */
  readonly score: number
  readonly track: number
  readonly note?: ProblemFinding
}

export interface RowMeaning {
  /** Null for an unknown meaning. */
  readonly partsOf: (fields: readonly string[]) => RowParts | null
}

const isWhole = (text: string | undefined) => text !== undefined && /^\d+$/.test(text)
const isTrack = (text: string | undefined) => isWhole(text) && Number(text) > 1
const isPart = (text: string | undefined) => text !== undefined && Number(text) >= -0.01 && Number(text) <= 1.01
const isVisibility = (text: string | undefined) => text !== undefined && /^[012](?:\.0*)?$/.test(text)

interface Counts {
  rows: number
  whole: number
  tracks: number
  poses: number
  posesAfterScore: number
}

export function createRowSurvey(keypointNumbers = 0) {
  const counts = new Map<number, Counts>()
  const of = (length: number): Counts =>
    counts.get(length) ?? { rows: 0, whole: 0, tracks: 0, poses: 0, posesAfterScore: 0 }

  function add(text: string): void {
    for (const line of text.split(lineEnds)) {
      const fields = line.trim().split(/\s+/).slice(1)
      if (fields.length < 5) continue
      const own = of(fields.length)
      counts.set(fields.length, {
        rows: own.rows + 1,
        whole: own.whole + (isWhole(fields.at(-1)) ? 1 : 0),
        tracks: own.tracks + (isTrack(fields.at(-1)) ? 1 : 0),
        poses: own.poses + (isPose(fields) ? 1 : 0),
        posesAfterScore: own.posesAfterScore + (isPose(fields.slice(0, -1)) ? 1 : 0),
      })
    }
  }

  /** True when the last number is a track id, even if some are 0 or 1. */
  const hasTracks = ({ rows, whole, tracks }: Counts) => tracks > 0 && whole === rows
  const areOutlines = () => [...counts.keys()].some((length) => length >= 7)

  function partsOf(fields: readonly string[]): RowParts | null {
    const { length } = fields
    const last = length - 1
    const own = of(length)
    const isOwnTrack = isTrack(fields[last]) || (isWhole(fields[last]) && hasTracks(own))
    if (length === 4) return box(4)
    if (length === 5) return isOwnTrack ? box(4, { track: 4 }) : box(4, { score: 4 })
    // Rows all ending in integers are no triangles, unless outlines of other lengths exist.
    const isTracked = isOwnTrack || (isWhole(fields[last]) && own.whole === own.rows && !areOutlines())
    if (length === 6 && isTracked && isPart(fields[4])) return box(4, { score: 4, track: 5, isGuess: own.tracks === 0 })
    const keypoints = keypointsOf(length, own)
    if (keypoints > 0) {
      const [score, track] =
        length - keypoints - 4 === 2 ? [last - 1, last] : [length - keypoints - 4 === 1 ? last : -1, -1]
      return box(4, { score, track, note: { reason: 'keypoints-left-out', values: { count: length } } })
    }
    if (length < 6) return null
    if (isOwnTrack) {
      const score = length % 2 === 0 ? last - 1 : -1
      const points = score < 0 ? last : last - 1
      return points < 6 ? null : { kind: 'outline', length: points, score, track: last }
    }
    if (length % 2 === 0) return { kind: 'outline', length, score: -1, track: -1 }
    return isPart(fields[last]) && last >= 6 ? { kind: 'outline', length: last, score: last, track: -1 } : null
  }

  function keypointsOf(length: number, { rows, poses, posesAfterScore }: Counts): number {
    if (keypointNumbers > 0) {
      const more = length - 4 - keypointNumbers
      return more >= 0 && more <= 2 ? keypointNumbers : 0
    }
    const isSole = [...counts.keys()].filter((other) => other >= 6).length === 1
    if (!isSole) return 0
    if (length % 2 === 1 && poses === rows) return length - 4
    return length >= 14 && rows > 2 && posesAfterScore === rows ? length - 5 : 0
  }

  return { add, meaning: { partsOf } satisfies RowMeaning }
}

function box(
  length: number,
  more: { score?: number; track?: number; isGuess?: boolean; note?: ProblemFinding } = {},
): RowParts {
  const note = more.note ?? (more.isGuess === true ? { reason: 'yolo-rows-tracked' as const } : undefined)
  return {
    kind: 'box',
    length,
    score: more.score ?? -1,
    track: more.track ?? -1,
    ...(note === undefined ? {} : { note }),
  }
}

/** True when triples after a box are keypoints within it, with a visibility each. */
function isPose(fields: readonly string[]): boolean {
  if (fields.length < 7 || (fields.length - 4) % 3 > 0) return false
  const [x, y, width, height] = fields.slice(0, 4).map(Number) as [number, number, number, number]
  for (let at = 4; at < fields.length; at += 3) {
    const [across, down] = [Number(fields[at]), Number(fields[at + 1])]
    if (!isVisibility(fields[at + 2]) && !isPart(fields[at + 2])) return false
    // Invisible keypoints are at the origin.
    if (across === 0 && down === 0) continue
    if (Math.abs(across - x) > width * 0.6 + 0.02 || Math.abs(down - y) > height * 0.6 + 0.02) return false
  }
  return fields.length > 7 || isVisibility(fields[6])
}
