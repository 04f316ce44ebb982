import { appendFileSync } from 'node:fs'
import { csvLine } from '@vermilion/contract/formats/csv/records'
import { writeAtomically } from '../files.ts'
import type { FlowStep } from './flow-training.ts'

const row = ({ step, loss, learningRate }: FlowStep) =>
  csvLine(
    [step, loss, learningRate].map((value) => Number(value.toPrecision(6))),
    { end: '\n' },
  )

/** results.csv of a step-based training: rewritten from the history, then a row per step. */
export function openSteps(path: string, history: readonly FlowStep[]) {
  writeAtomically(path, `step,loss,learning_rate\n${history.map(row).join('')}`)
  return { append: (result: FlowStep) => appendFileSync(path, row(result)) }
}
