import type { ComponentProps } from 'react'
import styles from './tool-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'aria-label'> {
  label: string
}

export function ToolButton({ label, className, title = label, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={
        className === undefined
          ? `${styles['tool']} quiet-button inline-row relative justify-center height-36 padding-0-8 radius-8 text-secondary`
          : `${styles['tool']} quiet-button inline-row relative justify-center height-36 padding-0-8 radius-8 text-secondary ${className}`
      }
      aria-label={label}
      title={title}
    />
  )
}
