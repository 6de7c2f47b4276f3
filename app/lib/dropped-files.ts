const isFile = ({ dataTransfer, target, defaultPrevented }: DragEvent) =>
  !defaultPrevented && dataTransfer?.types.includes('Files') === true && !(target instanceof HTMLInputElement)

/** A file that is dropped where no field takes it does not replace the page. Fields prevent the default themselves. */
export function keepPageOnDrop() {
  window.addEventListener('dragover', (event) => {
    if (!isFile(event)) return
    event.preventDefault()
    // The pointer shows that nothing is taken here.
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  })
  window.addEventListener('drop', (event) => isFile(event) && event.preventDefault())
}
