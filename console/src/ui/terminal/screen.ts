import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'
import type { Theme } from '#lib/system.ts'

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
const scrollback = 10_000

interface ScreenNeeds {
  host: HTMLElement
  onLink: (address: string) => void
  onKey: (event: KeyboardEvent) => boolean
}

export type Screen = ReturnType<typeof openScreen>

export function openScreen({ host, onLink, onKey }: ScreenNeeds) {
  const style = () => getComputedStyle(host)
  const xterm = new Terminal({
    allowProposedApi: true,
    scrollback,
    cursorBlink: false,
    fontSize: 13,
    fontFamily: style().fontFamily,
    lineHeight: 1.2,
    minimumContrastRatio: 4.5,
    macOptionIsMeta: true,
    linkHandler: { activate: (_event, address) => onLink(address) },
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  xterm.loadAddon(fit)
  xterm.loadAddon(search)
  xterm.loadAddon(new Unicode11Addon())
  xterm.unicode.activeVersion = '11'
  xterm.loadAddon(new WebLinksAddon((_event, address) => onLink(address)))
  xterm.attachCustomKeyEventHandler(onKey)
  xterm.open(host)
  return {
    xterm,
    search,
    proposedSize() {
      const dimensions = fit.proposeDimensions()
      if (dimensions === undefined || !Number.isFinite(dimensions.cols) || !Number.isFinite(dimensions.rows))
        return null
      return {
        columns: Math.max(2, Math.min(1_000, dimensions.cols)),
        rows: Math.max(2, Math.min(1_000, dimensions.rows)),
      }
    },
    dress(theme: Theme): void {
      host.dataset['theme'] = theme
      xterm.options.theme = themeOf(style())
    },
  }
}

function themeOf(style: CSSStyleDeclaration): ITheme {
  const colour = (name: string) => style.getPropertyValue(`--ansi-${name}`).trim()
  const colours: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    colours[name] = colour(`${index}`)
    colours[`bright${name[0]?.toUpperCase()}${name.slice(1)}`] = colour(`${index + names.length}`)
  }
  return {
    background: colour('ground'),
    foreground: colour('ink'),
    cursor: colour('ink'),
    cursorAccent: colour('ground'),
    selectionBackground: colour('selection'),
    ...colours,
  }
}
