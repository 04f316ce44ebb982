/** Copies a text and reports success. Over plain HTTP from another machine, browsers only have the old API. */
export async function toClipboard(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = content
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    const focused = document.activeElement
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
