import type { RankedFinding } from '@vermilion/contract/auto-label/label-errors'
import { type LabelErrorKind, labelErrorKinds } from '@vermilion/contract/evaluation/label-errors/finding'

/** Share of the images whose findings are what this model finds on a dataset anyway. */
const usualShare = 0.9

/** How often the model says a certain other class about the labels of one class. */
export function countConfusions() {
  const labels = new Map<string, number>()
  const pairs = new Map<string, number>()
  const keyOf = ({ labelId, suggestedLabelId }: RankedFinding) => `${labelId} ${suggestedLabelId}`
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    add(labelIds: readonly string[], findings: readonly RankedFinding[]): void {
      for (const labelId of labelIds) add(labels, labelId)
      for (const finding of findings) if (finding.kind === 'class') add(pairs, keyOf(finding))
    },
    /** Classes that the model confuses tell little about one label: evidence is less by the share of the others of the class. */
    discount(finding: RankedFinding): number {
      if (finding.kind !== 'class') return finding.evidence
      const others = (pairs.get(keyOf(finding)) ?? 1) - 1
      const ofClass = labels.get(finding.labelId ?? '') ?? 1
      return finding.evidence * (1 - Math.min(1, others / Math.max(1, ofClass))) ** 2
    },
  }
}

/**
 * Kinds of findings have evidence of different strength: a model is seldom sure of a class and often a little off with a box. What
 * counts is by how much an image exceeds what nine of ten show: half of the scale is below that, half above.
 */
export function createScale(discount: (finding: RankedFinding) => number) {
  const highest: Record<LabelErrorKind, number[]> = { missing: [], class: [], location: [], pixels: [] }
  return {
    add(findings: readonly RankedFinding[]): void {
      for (const kind of labelErrorKinds)
        highest[kind].push(Math.max(0, ...findings.filter((finding) => finding.kind === kind).map(discount)))
    },
    finish() {
      const usual = Object.fromEntries(
        labelErrorKinds.map((kind) => {
          const sorted = highest[kind].toSorted((one, other) => one - other)
          return [kind, sorted[Math.floor(usualShare * (sorted.length - 1))] ?? 0]
        }),
      ) as Record<LabelErrorKind, number>
      return (findings: readonly RankedFinding[]): RankedFinding[] =>
        findings
          .map((finding) => ({ ...finding, score: scoreOf(discount(finding), usual[finding.kind]) }))
          .toSorted((one, other) => other.score - one.score)
    },
  }
}

function scoreOf(evidence: number, usual: number): number {
  if (evidence < usual) return evidence / usual / 2
  return usual >= 1 ? 0.5 : 0.5 + (evidence - usual) / (1 - usual) / 2
}
