import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from '../files.module.css'

/** Milliseconds without drag events that end a drag over the page. */
const dragTimeout = 800

/** A drop target for files and folders. When it accepts none, it keeps the browser from opening dropped files. */
export function DropZone({
  text,
  takes,
  onDrop,
  children,
}: {
  text: string
  takes: boolean
  onDrop: (transfer: DataTransfer) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined)
  const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const leave = () => {
    clearTimeout(silence.current)
    setOver(false)
  }
  // Browsers repeat dragover several times a second, but do not always report dragleave.
  const stay = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    if (!takes) {
      event.dataTransfer.dropEffect = 'none'
      return
    }
    clearTimeout(silence.current)
    silence.current = setTimeout(leave, dragTimeout)
    setOver(true)
  }
  useEffect(() => () => clearTimeout(silence.current), [])
  return (
    <section
      className="relative full-height"
      onDragEnter={stay}
      onDragOver={stay}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        leave()
        if (takes) onDrop(event.dataTransfer)
      }}
    >
      {children}
      {over && <div className={`${styles['drop']} row title absolute justify-center radius-10 no-pointer`}>{text}</div>}
    </section>
  )
}
