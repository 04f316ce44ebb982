import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './files.module.css'

/** Takes files and folders that are dropped anywhere on it. */
export function DropZone({
  words,
  onDrop,
  children,
}: {
  words: string
  onDrop: (transfer: DataTransfer) => void
  children: ReactNode
}) {
  // Entering a child leaves its parent, so entries and leaves are counted.
  const [depth, setDepth] = useState(0)
  const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <section
      className={styles['zone']}
      onDragEnter={(event) => carriesFiles(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => carriesFiles(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setDepth(0)
        onDrop(event.dataTransfer)
      }}
    >
      {children}
      {depth > 0 && <div className={styles['drop']}>{words}</div>}
    </section>
  )
}
