import type { FileReader } from '../codec.ts'
import type { LabeledClass } from '../labeled-images.ts'
import { readXmlElements } from '../xml/xml-elements.ts'
import { escapeXmlValue as quote, XmlError } from '../xml/xml.ts'

/** Classes of a labeling configuration in order: https://labelstud.io/tags. Empty when unreadable. */
export async function readConfiguredLabels(reader: FileReader, path: string | undefined): Promise<LabeledClass[]> {
  if (path === undefined) return []
  const labels: LabeledClass[] = []
  try {
    for await (const { attributes } of readXmlElements(reader.open(path), ['Label', 'Choice'])) {
      const name = attributes.get('value') ?? ''
      const colour = attributes.get('background') ?? ''
      if (name !== '') labels.push({ name, ...(/^#[0-9a-f]{6}$/i.test(colour) ? { colour } : {}) })
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return []
  }
  return labels
}

export const controls = {
  box: { tag: 'RectangleLabels', name: 'rectangle', type: 'rectanglelabels', item: 'Label' },
  polygon: { tag: 'PolygonLabels', name: 'polygon', type: 'polygonlabels', item: 'Label' },
  mask: { tag: 'BrushLabels', name: 'brush', type: 'brushlabels', item: 'Label' },
  class: { tag: 'Choices', name: 'choice', type: 'choices', item: 'Choice' },
} as const

export function* configurationText(
  labels: readonly LabeledClass[],
  kinds: ReadonlySet<keyof typeof controls>,
): Generator<string> {
  yield '<View>\n  <Image name="image" value="$image"/>\n'
  for (const [kind, { tag, name, item }] of Object.entries(controls)) {
    if (!kinds.has(kind as keyof typeof controls)) continue
    const more = kind === 'class' ? ' choice="multiple"' : ''
    yield `  <${tag} name="${name}" toName="image"${more}>\n`
    for (const label of labels) {
      const colour = label.colour === undefined || kind === 'class' ? '' : ` background="${quote(label.colour)}"`
      yield `    <${item} value="${quote(label.name)}"${colour}/>\n`
    }
    yield `  </${tag}>\n`
  }
  yield '</View>\n'
}
