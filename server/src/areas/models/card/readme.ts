import { honestPartOf, type TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Evaluation } from '@vermilion/contract/evaluations'
import { isInferenceModel, isLora, isStored, type Model } from '@vermilion/contract/models'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { LineageEntry, ModelLineage } from '@vermilion/contract/models/lineage'

const pipelines: Readonly<Record<LabelType, string>> = {
  'target-detection': 'object-detection',
  'picture-classification': 'image-classification',
  'semantic-segmentation': 'image-segmentation',
}

export interface CardContent {
  model: Model
  file: string
  lineage: ModelLineage
  evaluation: { entry: LineageEntry; figures: Evaluation } | undefined
  examples: readonly { path: string; caption: string }[]
}

/** JSON strings are valid YAML. */
const quoted = (text: string) => JSON.stringify(text)
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
const figure = (value: number | null | undefined) => (value === null || value === undefined ? '--' : value.toFixed(4))

export function writeReadme(content: CardContent): string {
  const { model, file, lineage, evaluation, examples } = content
  return [
    ...frontMatter(content),
    '',
    `# ${model.name} v${model.version}`,
    '',
    model.notes === ''
      ? 'Nobody has said yet what it is for, what it cannot do, and under which licence it is.'
      : model.notes,
    '',
    '## Model',
    '',
    ...factsOf(model, file).map(([name, value]) => `- **${name}**: ${value}`),
    '',
    '## Data and lineage',
    '',
    ...lineage.from.map(lineOf),
    ...(lineage.from.length === 0 ? ['Brought from elsewhere: what it was trained on is not known.'] : []),
    ...(evaluation === undefined ? [] : ['', '## Evaluation', '', ...evaluationLines(evaluation)]),
    ...(examples.length === 0 ? [] : ['', '## Examples', '']),
    ...examples.flatMap(({ path, caption }) => [`![${caption}](${path})`, '', `*${caption}*`, '']),
  ].join('\n')
}

function frontMatter({ model, evaluation }: CardContent): string[] {
  const task = isInferenceModel(model) ? pipelines[model.labelType] : isLora(model) ? 'text-to-image' : undefined
  const lines = [
    '---',
    `library_name: ${isLora(model) ? 'diffusers' : isStored(model) ? quoted(model.format) : 'onnx'}`,
  ]
  if (task !== undefined) lines.push(`pipeline_tag: ${task}`)
  if (model.tags.length > 0) lines.push('tags:', ...model.tags.map((tag) => `- ${quoted(tag)}`))
  if (evaluation !== undefined && task !== undefined) {
    const { entry, figures } = evaluation
    const number = entry.measured?.versionNumber
    lines.push(
      'model-index:',
      `- name: ${quoted(model.name)}`,
      '  results:',
      '  - task:',
      `      type: ${task}`,
      '    dataset:',
      `      name: ${quoted(entry.detail)}`,
      `      type: ${quoted(entry.detail)}`,
      ...(number === null || number === undefined ? [] : [`      revision: ${quoted(String(number))}`]),
      '    metrics:',
      ...Object.entries((honestPartOf(figures.parts) ?? figures).figures).flatMap(([name, value]) =>
        value === null ? [] : [`    - type: ${name}`, `      value: ${value}`],
      ),
    )
  }
  return [...lines, '---']
}

function factsOf(model: Model, file: string): [string, string][] {
  const about: [string, string][] = [
    ['File', `\`${file}\`, ${model.size} bytes, SHA-256 \`${model.checksum}\``],
    ['Made by', model.framework],
    ['Stage', model.stage],
  ]
  if (isLora(model))
    about.push(['Base', model.lora.family], ['Trigger words', model.lora.triggerWords.map(cell).join(', ') || 'none'])
  if (isInferenceModel(model))
    about.push(['Labels', model.labels.map(cell).join(', ')], ['Input', `${model.inputSize} pixels`])
  return about
}

const lineOf = ({ relation, name, detail, id, kind }: LineageEntry) =>
  `- ${relation}: ${cell(name)}${detail === '' ? '' : ` (${cell(detail)})`}${id === null && kind !== 'none' ? ', deleted' : ''}`

const partTexts: Readonly<Record<TrainingPart, string>> = {
  train: 'which it was trained on: these figures look better than they are',
  validation: 'by which its epoch was chosen',
  test: 'which its training kept apart',
  unseen: 'which its training did not have',
  unknown: 'of which nobody can say whether it was trained on them',
}

function evaluationLines({ entry, figures: evaluation }: NonNullable<CardContent['evaluation']>): string[] {
  const { confidence, labels, parts } = evaluation
  const part = honestPartOf(parts)
  const figures = part ?? evaluation
  const { measured, classes } = figures
  const version = entry.measured?.versionNumber
  const on = version === null || version === undefined ? 'as it was then' : `version ${version}`
  const names = Object.keys(figures.figures) as (keyof typeof figures.figures)[]
  const own = [...new Set(classes.flatMap((one) => Object.keys(one.figures)))] as typeof names
  return [
    `On ${measured} labeled images of ${cell(entry.detail)} (${on}${part === undefined ? '' : `, ${partTexts[part.part]}`}); counts, precision, recall and F1 from confidence ${confidence} on.`,
    '',
    `| ${names.join(' | ')} |`,
    `| ${names.map(() => '---').join(' | ')} |`,
    `| ${names.map((name) => figure(figures.figures[name])).join(' | ')} |`,
    '',
    `| label | instances | ${own.join(' | ')} |`,
    `| --- | --- | ${own.map(() => '---').join(' | ')} |`,
    ...classes.map(
      (one) =>
        `| ${cell(labels[one.labelIndex] ?? '')} | ${one.instances} | ${own.map((name) => figure(one.figures[name])).join(' | ')} |`,
    ),
  ]
}
