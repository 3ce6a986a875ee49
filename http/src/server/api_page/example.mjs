// node example.mjs wss://host/ws-notify TOKEN CHANNEL: prints what is said in a channel.
// TOKEN: POST /api/v1/websocket/token. Needs @stomp/stompjs, and Node 22 or newer for its WebSocket.
import { Client } from '@stomp/stompjs';

const [url, token, channel] = process.argv.slice(2);

const client = new Client({
  brokerURL: url,
  connectHeaders: { token },
  onConnect: () => {
    // The receipt says that the subscription stands: nothing after it is missed.
    client.watchForReceipt('ready', () => console.log('listening'));
    client.subscribe(`/topic/chat/channel/${channel}`, ({ body }) => {
      const event = JSON.parse(body);
      if (event.type === 'MESSAGE_CREATE') console.log(`${event.senderName}: ${event.content}`);
      if (event.type === 'ACCESS_DENIED') console.error(event.message);
    }, { receipt: 'ready' });
  },
  onStompError: ({ headers }) => console.error(headers.message),
});
client.activate();
