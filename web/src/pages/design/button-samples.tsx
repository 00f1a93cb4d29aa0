import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { words } from './words.ts';

const { samples } = words;

export function ButtonSamples() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary">{samples.save}</Button>
      <Button>{samples.cancel}</Button>
      <Button variant="quiet">
        <Icon name="edit" />
        {samples.edit}
      </Button>
      <Button variant="danger">{samples.remove}</Button>
      <Button variant="primary" busy>
        {samples.busy}
      </Button>
      <Button disabled>{samples.save}</Button>
      <IconButton label={samples.more}>
        <Icon name="more" />
      </IconButton>
    </div>
  );
}
