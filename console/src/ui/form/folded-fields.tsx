import Form from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import styles from './folded-fields.module.css'

interface FoldedFieldsProps {
  title: string
  /** The fields inside, which keep and send their values even when the part was never opened. */
  names: readonly string[]
  isUnusual: (values: object) => boolean
  children: ReactNode
}

/** A folded part of a form; its fields load when it is opened, or when a value differs from its default. */
export function FoldedFields({ title, names, isUnusual, children }: FoldedFieldsProps) {
  const form = Form.useFormInstance()
  const [isUnfolded] = useState(() => isUnusual(form.getFieldsValue(true) as object))
  const [isOpen, setOpen] = useState(isUnfolded)
  return (
    <Section title={title} open={isUnfolded} onOpen={() => setOpen(true)}>
      {names.map((name) => (
        <Form.Item key={name} name={name} noStyle>
          <Unseen />
        </Form.Item>
      ))}
      {isOpen && children}
    </Section>
  )
}

const Unseen = ({ id }: { id?: string }) => <span hidden data-unseen={id} />

interface SectionProps {
  title: string
  open: boolean
  onOpen?: () => void
  children: ReactNode
}

function Section({ title, open, onOpen, children }: SectionProps) {
  return (
    <details
      className={`${styles['section']} margin-bottom-14 border radius-10`}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className="padding-10-14 radius-10 weight-600 cursor-pointer">{title}</summary>
      <div style={{ padding: '6px 14px 2px' }}>{children}</div>
    </details>
  )
}
