export function saveFile(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revokes the URL only after the download has had time to start.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
