import type { RankedFinding } from '@vermilion/contract/auto-label/label-errors'
import type { LabelErrorFinding, LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import { boxOverlap, type Box } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import { type JsonText, readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface RightLabelRow {
  itemId: string
  kind: LabelErrorKind
  /** The label and its class, or the class that is not missing. */
  subject: string
  box: JsonText<Box> | null
  confirmedBy: string
  createdAt: string
}

/** A label that was moved since is another one; a prediction of the next model lies only about where the last one lay. */
const leastOverlap = { label: 0.9, missing: 0.5 }

export type RightLabels = ReturnType<typeof createRightLabels>

/** Labels that people said to be right stay so for every later ranking. */
export function createRightLabels(database: Database) {
  const query = database.query<{ rightLabels: RightLabelRow }>()
  return {
    async ofItems(itemIds: readonly string[]): Promise<Map<string, RightLabelRow[]>> {
      if (itemIds.length === 0) return new Map()
      const rows = await query.selectFrom('rightLabels').selectAll().where('itemId', 'in', itemIds).execute()
      return Map.groupBy(rows, ({ itemId }) => itemId)
    },
    add: (row: RightLabelRow) => query.insertInto('rightLabels').values(row).execute(),
    /** Those about the same place, as `withDismissals` tells it. */
    async remove({ itemId, kind, subject, box }: RightLabelRow): Promise<void> {
      const least = kind === 'missing' ? leastOverlap.missing : leastOverlap.label
      const alike = (await query.selectFrom('rightLabels').selectAll().where('itemId', '=', itemId).execute()).filter(
        (row) => row.kind === kind && row.subject === subject && areSame(row.box, box, least),
      )
      for (const row of alike) {
        const rows = query.deleteFrom('rightLabels').where('itemId', '=', itemId).where('kind', '=', kind)
        await rows
          .where('subject', '=', subject)
          .where('box', row.box === null ? 'is' : '=', row.box)
          .execute()
      }
    },
  }
}

export function rightLabelOf(
  { kind, shapeId, labelId, suggestedLabelId, box }: LabelErrorFinding,
  shapes: readonly Shape[],
): Pick<RightLabelRow, 'kind' | 'subject' | 'box'> {
  if (shapeId === null) return { kind, subject: suggestedLabelId, box: box && writeJson(box) }
  const shape = shapes.find(({ id }) => id === shapeId)
  const bounds = shape === undefined ? null : shapeBounds(shape)
  return { kind, subject: `${shapeId} ${labelId}`, box: bounds && writeJson(bounds) }
}

export function withDismissals(
  findings: readonly LabelErrorFinding[],
  shapes: readonly Shape[],
  rightLabels: readonly RightLabelRow[],
): RankedFinding[] {
  return findings.map((finding) => {
    const own = rightLabelOf(finding, shapes)
    const least = finding.shapeId === null ? leastOverlap.missing : leastOverlap.label
    const isDismissed = rightLabels.some(
      ({ kind, subject, box }) => kind === own.kind && subject === own.subject && areSame(box, own.box, least),
    )
    return { ...finding, evidence: finding.score, isDismissed }
  })
}

function areSame(one: JsonText<Box> | null, other: JsonText<Box> | null, least: number): boolean {
  if (one === null || other === null) return one === other
  return boxOverlap(readJson(one), readJson(other)) >= least
}
