import type { Box } from '../../labels/box.ts'

/** COCO's average precision, slow and independent, exact with integer boxes. https://cocodataset.org/#detection-eval */
export interface PlainImage {
  truth: readonly { labelIndex: number; box: Box }[]
  predictions: readonly { labelIndex: number; box: Box; score: number }[]
}

function areas(a: Box, b: Box): { shared: number; together: number } {
  let shared = 0
  for (let x = Math.max(a.x, b.x); x < Math.min(a.x + a.width, b.x + b.width); x += 1) {
    for (let y = Math.max(a.y, b.y); y < Math.min(a.y + a.height, b.y + b.height); y += 1) shared += 1
  }
  return { shared, together: a.width * a.height + b.width * b.height - shared }
}

function judge({ truth, predictions }: PlainImage, labelIndex: number, hundredths: number) {
  const real = truth.filter((one) => one.labelIndex === labelIndex)
  const ofLabel = predictions.filter((one) => one.labelIndex === labelIndex)
  const isMatched = real.map(() => false)
  const judged: { score: number; right: boolean }[] = []
  const left = [...ofLabel]
  while (left.length > 0 && judged.length < 100) {
    let surest = 0
    for (let at = 1; at < left.length; at += 1) if (left[at]!.score > left[surest]!.score) surest = at
    const [prediction] = left.splice(surest, 1)
    let best = -1
    let bestAreas = { shared: hundredths, together: 100 }
    for (const [at, object] of real.entries()) {
      if (isMatched[at] === true) continue
      const now = areas(prediction!.box, object.box)
      // Compares ratios without dividing; the last of equal ones wins.
      if (now.shared * bestAreas.together < bestAreas.shared * now.together) continue
      best = at
      bestAreas = now
    }
    if (best >= 0) isMatched[best] = true
    judged.push({ score: prediction!.score, right: best >= 0 })
  }
  return { judged, instances: real.length }
}

function averageAt(images: readonly PlainImage[], labelIndex: number, hundredths: number): number | null {
  const all = images.map((image) => judge(image, labelIndex, hundredths))
  const instances = all.reduce((sum, one) => sum + one.instances, 0)
  if (instances === 0) return null
  const finds = all.flatMap(({ judged }) => judged)
  const order = finds.map((_, at) => at).sort((a, b) => finds[b]!.score - finds[a]!.score || a - b)
  const points: { hits: number; count: number }[] = []
  let hits = 0
  for (const [count, at] of order.entries()) {
    if (finds[at]!.right) hits += 1
    points.push({ hits, count: count + 1 })
  }
  let sum = 0
  for (let recall = 0; recall <= 100; recall += 1) {
    const beyondRecall = points.filter((point) => point.hits * 100 >= recall * instances)
    sum += Math.max(0, ...beyondRecall.map((point) => point.hits / point.count))
  }
  return sum / 101
}

export function averagePrecision(images: readonly PlainImage[], labelIndex: number) {
  const steps = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95].map((step) => averageAt(images, labelIndex, step))
  if (steps[0] === null) return null
  return { mAP50: steps[0]!, mAP50to95: steps.reduce<number>((sum, step) => sum + step!, 0) / steps.length }
}
