const isFile = ({ dataTransfer, target, defaultPrevented }: DragEvent) =>
  !defaultPrevented && dataTransfer?.types.includes('Files') === true && !(target instanceof HTMLInputElement)

/** A file that is dropped where no field takes it does not replace the page. Fields prevent the default themselves. */
export function keepPageOnDrop(): () => void {
  const onDragOver = (event: DragEvent) => {
    if (!isFile(event)) return
    event.preventDefault()
    // The pointer shows that nothing is taken here.
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  const onDrop = (event: DragEvent) => {
    if (isFile(event)) event.preventDefault()
  }
  window.addEventListener('dragover', onDragOver)
  window.addEventListener('drop', onDrop)
  return () => {
    window.removeEventListener('dragover', onDragOver)
    window.removeEventListener('drop', onDrop)
  }
}
