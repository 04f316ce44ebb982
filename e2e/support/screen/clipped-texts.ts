import type { Page } from '@playwright/test'

/** Texts that are truncated, overflow, or overlap. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const nameOf = (element: Element) => {
      const name = (element.getAttribute('class') ?? '').split(' ').slice(0, 2).join('.')
      return element.tagName.toLowerCase() + (name ? `.${name}` : '')
    }
    const tell = (what: string, element: Element, words: string) =>
      problems.push(`${what} ${nameOf(element)}: ${words.trim().slice(0, 70)}`)
    /** Truncated text is allowed with an ellipsis and a tooltip. */
    const excused = (element: Element) => element.closest('[title], [aria-describedby], [data-clip-ok]') !== null

    function look(node: Node, parent: HTMLElement): void {
      const words = node.textContent ?? ''
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const style = getComputedStyle(parent)
      if (box.width === 0 || style.clipPath !== 'none' || style.position === 'fixed') return
      for (let element: HTMLElement | null = parent; element !== null; element = element.parentElement) {
        const { overflowX, overflowY, position, textOverflow, display } = getComputedStyle(element)
        const frame = element.getBoundingClientRect()
        const wide = box.right > frame.right + 1.5 || box.left < frame.left - 1.5
        const high = box.bottom > frame.bottom + 3 || box.top < frame.top - 3
        // Visually hidden text for screen readers.
        if (frame.width <= 1 || frame.height <= 1) return
        if (display !== 'inline' && wide && overflowX === 'visible' && element === parent)
          tell('hangs out of', element, words)
        // Text over a picture ends with it.
        if (/hidden|clip/.test(overflowX) && element.querySelector('img, canvas') !== null) return
        if (wide && /hidden|clip/.test(overflowX) && !(textOverflow === 'ellipsis' && excused(parent))) {
          return void tell('is cut off by', element, words)
        }
        if (high && /hidden|clip/.test(overflowY) && !excused(parent))
          return void tell('is cut off below by', element, words)
        if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') return
      }
      if (box.right > innerWidth + 1) tell('leaves the window from', parent, words)
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || !node.textContent?.trim() || parent.closest('svg, script, style, option')) continue
      if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) look(node, parent)
    }

    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')) {
      if (input.value !== '' || !input.checkVisibility()) continue
      const context = document.createElement('canvas').getContext('2d')
      const style = getComputedStyle(input)
      if (context === null) continue
      context.font = style.font
      const availableWidth = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      const lines = input.tagName === 'TEXTAREA' ? Math.max(1, Math.floor(input.clientHeight / 22)) : 1
      if (context.measureText(input.placeholder).width > availableWidth * lines + 1) {
        tell('does not fit into', input, input.placeholder)
      }
    }

    const overflow = document.documentElement.scrollWidth - innerWidth
    if (overflow > 1) problems.push(`the page is ${overflow} px wider than the window`)
    for (const row of document.querySelectorAll('header, header > *, nav, nav > *')) {
      const children = [...row.children].filter((child) => child.checkVisibility() && child.clientWidth > 1)
      for (const [index, child] of children.entries()) {
        const next = children[index + 1]
        if (next === undefined || getComputedStyle(child).position === 'absolute') continue
        const [a, b] = [child.getBoundingClientRect(), next.getBoundingClientRect()]
        if (getComputedStyle(next).position === 'absolute') continue
        if (
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
        ) {
          tell('lies on its neighbour:', child, child.textContent ?? '')
        }
      }
    }
    return [...new Set(problems)]
  })
}
