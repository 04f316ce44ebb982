import type { ReactNode } from 'react'

interface CodeWordsProps {
  text: string
  /** Renders a command that is given in full; by default it is only set apart. */
  renderCommand?: (command: string) => ReactNode
}

export function CodeWords({ text: label, renderCommand }: CodeWordsProps) {
  const parts = label.split('`')
  // A command that the text repeats in full elsewhere is not offered for copying.
  const isWhole = (part: string) => part.includes(' ') && !parts.some((one) => one !== part && one.startsWith(part))
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    if (renderCommand !== undefined && isWhole(part)) return <span key={index}>{renderCommand(part)}</span>
    return (
      <code key={index} className="font-12">
        {part}
      </code>
    )
  })
}
