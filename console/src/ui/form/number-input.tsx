import type { InputProps } from 'antd/es/input'
import Input from 'antd/es/input/Input'
import { useState } from 'react'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  /** Rounds fractions on blur. */
  integer?: boolean
  filled?: boolean
}

/** The browser's own number field, which follows the user's locale and needs no code. */
export function NumberInput({
  value,
  onChange,
  integer = false,
  filled = false,
  min,
  max,
  onBlur,
  ...rest
}: NumberInputProps) {
  const [emptied, setEmptied] = useState(false)
  const commit = (entered: number) => {
    const isEmpty = Number.isNaN(entered)
    setEmptied(filled && isEmpty)
    if (!isEmpty || !filled) onChange?.(isEmpty ? null : entered)
  }
  const settled = (entered: number) => {
    const clamped = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, entered))
    return integer ? Math.round(clamped) : clamped
  }
  return (
    <Input
      step={integer ? 1 : 'any'}
      {...rest}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      type="number"
      value={emptied ? '' : (value ?? '')}
      onChange={({ target }) => commit(target.valueAsNumber)}
      onBlur={(event) => {
        setEmptied(false)
        if (typeof value === 'number' && settled(value) !== value) onChange?.(settled(value))
        onBlur?.(event)
      }}
    />
  )
}
