import type { Page, Response } from '@playwright/test'

/** Fields whose values the console must translate. */
const codes = /^(status|kind|type|state|phase|mode|error|reason|code|stage|source|role|level)$/i

/** Texts in the server's responses so far. */
export type Data = () => Promise<readonly string[]>

/** Collects every text the server sends: names, paths, messages. */
export function gatherData(page: Page): Data {
  const foreign = new Set<string>()
  const readings: Promise<void>[] = []
  const gather = (value: unknown): void => {
    // Series are grouped by the first part of their name.
    if (typeof value === 'string') [value, ...value.split('/')].forEach((part) => foreign.add(part))
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) if (!codes.test(key)) gather(one)
      // Programs name their own parameters and metrics.
      if ('parameters' in value) gather(Object.keys(value.parameters ?? {}))
      if ('metrics' in value) gather(Object.keys(value.metrics ?? {}))
    }
  }
  page.on('response', (response: Response) => {
    if (!response.headers()['content-type']?.includes('application/json')) return
    readings.push(response.json().then(gather, () => undefined))
  })
  return async () => {
    await Promise.all(readings)
    return [...foreign]
  }
}

/** Language-independent text: numbers with units, keys, names of formats and of the product's parts. */
const languageless =
  /^(?:[\d.,:/%×+–-]+(?:e[+-]?\d+)?|[\d.]+[KMG]|(?:B|[KMGT]iB)(?:\/s)?|ms|s|min|h|px|Vermilion|Node\.js|SQLite|v\d\S*|Ctrl|Shift|Alt|Esc|Enter|Tab|Del|Backspace|Home|End|Page(?:Up|Down)|COCO|YOLO|JSON|CSV|ZIP|IoU|mAP\S*|F1|onnx|Linux|macOS|Windows|EN|Aa|[A-Z0-9])$/

/** Texts on a page from neither catalogs nor data, as `where: what`. */
export async function foreignTexts(page: Page, data: Data): Promise<string[]> {
  const texts = await page.evaluate(textsOf)
  const dataTexts = await data()
  return texts.flatMap(({ where, words }) => {
    // The last may be shortened to its first part.
    const rest = words.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ').replaceAll(/⟦[^⟦⟧]*(?:⟧|$)/g, ' ')
    const foreign = partsNotIn(rest.trim(), dataTexts).filter((part) => /\p{L}/u.test(part) && !languageless.test(part))
    return foreign.length === 0 ? [] : [`${where}: ${words}`]
  })
}

/** Text that remains after removing data from the server. */
function partsNotIn(words: string, texts: readonly string[]): string[] {
  if (words === '' || texts.includes(words)) return []
  const parts = words.split(/:?[\s·,;()（）]+/).filter(Boolean)
  return parts.every((part) => languageless.test(part)) ||
    texts.some((text) => words.length > 2 && text.includes(words))
    ? []
    : parts.filter((part) => !texts.includes(part) && !texts.some((text) => part.length > 2 && text.includes(part)))
}

/** Runs in the browser: every visible, announced or tooltip text. */
function textsOf(): { where: string; words: string }[] {
  const foreign: { where: string; words: string }[] = [{ where: 'title of the document', words: document.title }]
  const nameOf = (element: Element) => {
    const name = (element.getAttribute('class') ?? '').split(' ')[0]
    return element.tagName.toLowerCase() + (name ? `.${name}` : '')
  }
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node
    if (parent === null || parent.closest('script, style, time, pre, code, [translate=no], [lang]:not(html)')) continue
    if (!textContent?.trim() || !isVisible(parent)) continue
    // A sentence with a command in it is one text.
    const isSentence = parent.querySelector(':scope > code') !== null
    if (isSentence && node !== [...parent.childNodes].find((child) => child.nodeType === Node.TEXT_NODE)) continue
    const parts = [...parent.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
    const words = isSentence ? parts.map((part) => part.textContent ?? '').join(' ') : textContent
    foreign.push({ where: nameOf(parent), words })
  }
  for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      if (element.closest('[translate=no], [lang]:not(html)') || !isVisible(element)) continue
      // The browser formats times in the user's language.
      if (element.tagName === 'TIME') continue
      // Hidden text needs no translation, nor text replaced by an ancestor's label; a title is still visible.
      if (attribute !== 'title' && element.closest('[aria-hidden=true]') !== null) continue
      if (element.parentElement?.closest('button[aria-label], a[aria-label]')) continue
      foreign.push({ where: `${attribute} of ${nameOf(element)}`, words: element.getAttribute(attribute) ?? '' })
    }
  }
  return foreign
}
