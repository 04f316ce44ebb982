import Form from 'antd/es/form'
import type { ReactNode } from 'react'

interface OptionalPartProps {
  name: 'usesDepth' | 'usesStyle' | 'usesScore'
  title: string
  hint: string
  children: ReactNode
}

export function OptionalPart({ name, title, hint, children }: OptionalPartProps) {
  const isUsed = Form.useWatch<boolean | undefined>(name)
  return (
    <div className="margin-bottom-14 border radius-10" style={{ padding: '4px 14px' }}>
      <label className="row gap-10 fit-width min-height-36 weight-550 cursor-pointer">
        <Form.Item name={name} noStyle valuePropName="checked">
          <input className="width-16 height-16 margin-0 accent-primary" type="checkbox" />
        </Form.Item>
        {title}
      </label>
      {isUsed === true && (
        <>
          <p className="faint margin-bottom-12">{hint}</p>
          {children}
        </>
      )}
    </div>
  )
}
