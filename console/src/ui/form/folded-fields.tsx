import Form from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import { Section } from './section.tsx'

interface FoldedFieldsProps {
  title: string
  /** The names of the fields in it, which are kept and sent though nobody has looked at them. */
  names: readonly string[]
  /** Tells whether a folded field differs from its default. */
  isUnusual: (values: object) => boolean
  children: ReactNode
}

/** A folded part of a form whose fields, and their code, are loaded once it is opened, or something in it is not as usual. */
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

/** A value of the form without a field of its own, which tells where that would be. */
const Unseen = ({ id }: { id?: string }) => <span hidden data-unseen={id} />
