import Button from 'antd/es/button'
import { useRef } from 'react'

interface ChoosePictureProps {
  text: string
  primary?: boolean
  onPicture: (picture: File | undefined) => void
}

export function ChoosePicture({ text, primary = false, onPicture }: ChoosePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        style={{ display: 'none' }}
        aria-label={text}
        onChange={({ target }) => {
          onPicture(target.files?.[0])
          target.value = ''
        }}
      />
      <Button type={primary ? 'primary' : 'default'} onClick={() => input.current?.click()}>
        {text}
      </Button>
    </>
  )
}
